// The games of §9 by their names.
import { azi } from './azi.js';
import { hazari } from './hazari.js';
import { lukfu } from './lukfu.js';

export const games = { azi, hazari, lukfu };
