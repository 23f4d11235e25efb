// Makes the page, cli/page/verify.html, as it is part of the wheel: one file, the same bytes every time, with a policy that allows nothing but itself.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Marked } from 'marked';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry, define = {}) {
  const { outputFiles } = await build({
    entryPoints: [here(entry)], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022',
    charset: 'ascii', legalComments: 'none', absWorkingDir: here('.'), define,
  });
  const { text } = outputFiles[0];
  if (/<\/script|<!--/i.test(text)) throw new Error('the script would end the page');
  return text.trimEnd();
}

/** docs/fairness.md as a part of the page: its title, and the rest one level of headings down. What it links to is not here, so links are text. */
function fairness() {
  const [, title, rest] = /^# (.*)\n([^]*)$/.exec(readFileSync(here('../../docs/fairness.md'), 'utf8'));
  const renderer = {
    heading({ tokens, depth }) { return `<h${depth + 1}>${this.parser.parseInline(tokens)}</h${depth + 1}>\n`; },
    link({ tokens }) { return this.parser.parseInline(tokens); },
  };
  return { title, fairness: new Marked({ renderer }).parse(rest).trim() };
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const worker = await bundle('src/worker.js');
const script = await bundle('src/page.js', { WORKER: JSON.stringify(worker) });
const style = readFileSync(here('src/page.css'), 'utf8').trim();
const policy = [
  "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, 'worker-src blob:', "base-uri 'none'", "form-action 'none'",
].join('; ');
const parts = { policy, style, script, ...fairness() };
const page = readFileSync(here('src/page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const out = process.argv[2] ?? here('../../cli/page/verify.html');
writeFileSync(out, page);
console.log(`${out}: ${page.length} bytes`);
