// How long the page takes for a log, and how much memory: node measure.mjs LOG…  Beside it the time of `p2pcards audit`,
// which must be on the path (or named by P2PCARDS). Processor time, of all threads: on a busy machine the clock says nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from 'playwright-core';

const TICK_MS = 10;
const PAGE = new URL('../../cli/page/verify.html', import.meta.url).href;

/** Of all processes below this one: [id, processor time in ms, greatest memory in MB]. */
function below() {
  const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).flatMap((pid) => {
    try {
      const [, command, rest] = /^[0-9]+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      const fields = rest.split(' ');
      const peak = Number(/VmHWM:\s*([0-9]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      const kind = /--type=([a-z-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? command;
      return [{ pid: Number(pid), parent: Number(fields[1]), ms: TICK_MS * (Number(fields[11]) + Number(fields[12])), peak, kind }];
    } catch {
      return []; // it has ended
    }
  });
  const mine = new Set([process.pid]);
  for (let before = 0; before < mine.size;) {
    before = mine.size;
    for (const { pid, parent } of all) if (mine.has(parent)) mine.add(pid);
  }
  return all.filter(({ pid }) => mine.has(pid) && pid !== process.pid);
}

const renderers = () => below().filter(({ kind }) => kind === 'renderer'); // where the page and its worker run
const spent = () => renderers().reduce((sum, { ms }) => sum + ms, 0);

async function inPage(path) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', ...(process.env.FLAGS ?? '').split(' ').filter(Boolean)] });
  const page = await browser.newPage();
  await page.goto(PAGE);
  const before = spent();
  await page.setInputFiles('#files', path);
  await page.waitForFunction(() => /checked\.$/.test(document.getElementById('status').textContent), null, { timeout: 0, polling: 200 });
  const sentence = await page.locator('.verdict').first().textContent();
  const result = { ms: spent() - before, peak: Math.max(...renderers().map(({ peak }) => peak)), sentence };
  await browser.close();
  return result;
}

function byAudit(path) {
  const program = process.env.P2PCARDS ?? 'p2pcards';
  const script = 'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);'
    + ' u = resource.getrusage(resource.RUSAGE_CHILDREN); print(u.ru_utime + u.ru_stime, u.ru_maxrss)';
  const [s, kib] = spawnSync('python3', ['-c', script, program, 'audit', path]).stdout.toString().split(' ').map(Number);
  return { ms: 1000 * s, peak: kib / 1024 };
}

for (const path of process.argv.slice(2)) {
  const deals = readFileSync(path, 'utf8').split('\n').filter((line) => line.includes('"t":"result","seat":0')).length;
  const [page, audit] = [await inPage(path), byAudit(path)];
  const per = (ms) => `${(ms / deals).toFixed(0)} ms a deal`;
  console.log(`${basename(path)}: ${deals} deals. Page: ${per(page.ms)}, ${page.peak.toFixed(0)} MB. `
    + `p2pcards audit: ${per(audit.ms)}, ${audit.peak.toFixed(0)} MB. ${(page.ms / audit.ms).toFixed(2)} times. ${page.sentence}`);
}
