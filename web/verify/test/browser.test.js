// The page itself, opened from the disk in headless Chromium; skipped where there is none.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { bytesOf, logs } from './corpus.js';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PAGE = new URL('../verify.html', import.meta.url);
const skip = existsSync(CHROMIUM) ? false : 'there is no Chromium (set CHROMIUM)';
const SAMPLE = logs.filter((_, k) => k % 12 === 0);
const BEGINNINGS = {
  ok: /^Everything in this log is verified/, 'cheat proved': /^This log stands, and proves that /,
  'breaks off': /^What is in this log is true, but it breaks off after line /,
  refused: /^(This log does not stand\. Line |This is not a log of p2pcards)/,
};

let browser;
before(async () => {
  if (skip) return;
  const { chromium } = await import('playwright-core');
  browser = await chromium.launch({
    executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
});
after(() => browser?.close());

/** A page in its own context; what it complains of and what it asks for outside is kept. */
async function open(url = PAGE.href, more = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...more });
  const page = await context.newPage();
  const trouble = [];
  page.on('console', (m) => trouble.push(m.text()));
  page.on('pageerror', (e) => trouble.push(String(e)));
  page.on('dialog', (d) => trouble.push(d.message()));
  page.on('request', (r) => { if (!/^(file|blob|data):/.test(r.url())) trouble.push(r.url()); });
  await page.goto(url);
  return { page, trouble };
}

const checked = (page) => page.waitForFunction(() => /checked\.$/.test(document.getElementById('status').textContent), null, { timeout: 120000 });
const file = (name, bytes) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });

test('a sample of the corpus has its verdicts in the page', { skip }, async () => {
  const { page, trouble } = await open();
  await page.setInputFiles('#files', SAMPLE.map((log) => file(`${log.name}.log`, bytesOf(log))));
  await checked(page);
  const found = await page.$$eval('article', (all) => all.map((a) => [a.querySelector('h2').textContent, a.querySelector('.verdict').textContent]));
  assert.equal(found.length, SAMPLE.length);
  for (const [k, [name, sentence]] of found.entries()) {
    assert.equal(name, `${SAMPLE[k].name}.log`);
    assert.match(sentence, BEGINNINGS[SAMPLE[k].verdict], name);
    if (SAMPLE[k].verdict === 'refused' && !/^This is not/.test(sentence)) assert.ok(sentence.includes(`Line ${SAMPLE[k].problem.entry}:`), sentence);
  }
  assert.deepEqual(trouble, []);
});

test('noise, hostile names and empty files get a sentence, and nothing is run', { skip }, async () => {
  const { page, trouble } = await open();
  const noise = new Uint8Array(30_000_000).map((_, k) => (k * 2654435761) >>> 13);
  await page.setInputFiles('#files', [
    file('<img src=x onerror=alert(1)>.log', noise), file('\u202egol.log', new Uint8Array(0)), file('b.log', Buffer.from('{"e":{"__proto__":1}}\n')),
  ]);
  await checked(page);
  const headings = await page.$$eval('article h2', (all) => all.map((h) => h.textContent));
  assert.deepEqual(headings, ['<img src=x onerror=alert(1)>.log', '\\u{202e}gol.log', 'b.log']);
  assert.equal(await page.locator('img').count(), 0);
  for (const sentence of await page.locator('.verdict').allTextContents()) assert.match(sentence, /^This is not a log/);
  assert.deepEqual(trouble, []);
});

test('logs inside a page are checked by it; the replay goes by keys, on a phone without scrolling sideways', { skip }, async () => {
  const log = logs.find((l) => l.name === 'azi-2');
  const inside = JSON.stringify([{ name: 'azi-2.log', base64: Buffer.from(bytesOf(log)).toString('base64') }]);
  const path = join(mkdtempSync(join(tmpdir(), 'p2pcards-')), 'report.html');
  writeFileSync(path, readFileSync(PAGE, 'utf8').replace('<!--LOGS-->', `<script id="logs-inside" type="application/octet-stream">${inside}</script>`));
  for (const colorScheme of ['light', 'dark']) {
    const { page, trouble } = await open(`file://${path}`, { colorScheme });
    await checked(page);
    assert.match(await page.locator('.verdict').first().textContent(), BEGINNINGS.ok);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H2');
    await page.getByRole('button', { name: 'Next' }).focus();
    const step = () => page.locator('.replay strong').textContent();
    await page.waitForSelector('.replay svg');
    const many = Number((await step()).match(/of (\d+)/)[1]);
    for (let k = 1; k < many; k++) await page.keyboard.press('ArrowRight');
    assert.equal(await step(), `Step ${many} of ${many}.`);
    assert.ok((await page.locator('.replay .checks li').count()) > 0);
    assert.match(await page.locator('.replay svg title').textContent(), /chips/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(trouble, []);
  }
});

test('two logs of one table are compared', { skip }, async () => {
  const { page } = await open();
  const log = logs.find((l) => l.name === 'azi-2');
  const bytes = bytesOf(log);
  const half = bytes.subarray(0, bytes.lastIndexOf(10, bytes.length - 2) + 1);
  await page.setInputFiles('#files', [file('whole.log', bytes), file('half.log', half)]);
  await checked(page);
  assert.match(await page.locator('#comparisons .verdict').textContent(), /^whole\.log goes on where half\.log ends/);
});
