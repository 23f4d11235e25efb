// Makes verify.html, and the copy that is part of the wheel: one file, the same bytes every time, with a policy that allows nothing but itself.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

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

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const worker = await bundle('src/worker.js');
const script = await bundle('src/page.js', { WORKER: JSON.stringify(worker) });
const style = readFileSync(here('src/page.css'), 'utf8').trim();
const policy = [
  "default-src 'none'", `script-src ${hash(script)}`, `style-src ${hash(style)}`, 'worker-src blob:', "base-uri 'none'", "form-action 'none'",
].join('; ');
const parts = { policy, style, script };
const page = readFileSync(here('src/page.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const outs = process.argv[2] ? [process.argv[2]] : [here('verify.html'), here('../../cli/page/verify.html')];
for (const out of outs) {
  writeFileSync(out, page);
  console.log(`${out}: ${page.length} bytes`);
}
