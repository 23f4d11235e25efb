// The page itself, opened from the disk in headless Chromium; skipped where there is none.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { bytesOf, logs } from './corpus.js';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const PAGE = new URL('../../../cli/page/verify.html', import.meta.url);
const skip = existsSync(CHROMIUM) ? false : 'there is no Chromium (set CHROMIUM)';
const SAMPLE = logs.filter((_, k) => k % 12 === 0);
const BEGINNINGS = {
  ok: /^Everything in this log is verified/, 'cheat proved': /^This log stands, and proves that /,
  'breaks off': /^What is in this log is true, but it breaks off after line /,
  refused: /^(This log does not stand\. Line |This (is|file|log) )/, // or what a file without a log looks like
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
    if (SAMPLE[k].verdict === 'refused' && /^This log does not stand/.test(sentence)) assert.ok(sentence.includes(`Line ${SAMPLE[k].problem.entry}:`), sentence);
  }
  assert.deepEqual(trouble, []);
});

test('noise, hostile names and whatever else is no log get a sentence, and nothing is run', { skip }, async () => {
  const { page, trouble } = await open();
  const noise = join(mkdtempSync(join(tmpdir(), 'p2pcards-')), '<img src=x onerror=alert(1)>.log');
  writeFileSync(noise, new Uint8Array(100_000_000).map((_, k) => (k * 2654435761) >>> 13));
  await page.setInputFiles('#files', noise);
  await checked(page);
  const whole = Buffer.from(bytesOf(logs.find((l) => l.name === 'azi-2')));
  const text = whole.toString();
  await page.setInputFiles('#files', [
    file('\u202egol.log', ''), file('b.log', '{"e":{"__proto__":1}}\n'), file('packed.log', gzipSync(whole)),
    file('windows.log', Buffer.from(text, 'utf16le')), file('mailed.log', text.replaceAll('\n', '\r\n')), file('edited.log', `\ufeff${text}`),
    file('newer.log', text.replace('"p2pcards/1"', '"p2pcards/2"')), file('half.log', whole.subarray(0, whole.length / 2)),
    file('renamed.log', text.replace('"Bek"', '"\u202e<b>k"')),
  ]);
  await page.waitForFunction(() => document.getElementById('status').textContent === '10 logs checked.');
  const found = await page.$$eval('article', (all) => all.map((a) => [a.querySelector('h2').textContent, a.querySelector('.verdict').textContent]));
  const expected = [
    ['<img src=x onerror=alert(1)>.log', /^This is no log of p2pcards/], ['\\u{202e}gol.log', /^This file is empty/], ['b.log', /^This is no log/],
    ['packed.log', /^This file is packed\. Unpack it/], ['windows.log', /UTF-16/], ['mailed.log', /line ends of another system/],
    ['edited.log', /byte order mark/], ['newer.log', /another version of p2pcards/], ['half.log', BEGINNINGS['breaks off']],
    ['renamed.log', /^This log does not stand\. Line 1: /],
  ];
  assert.equal(found.length, expected.length);
  for (const [k, [name, sentence]] of expected.entries()) {
    assert.equal(found[k][0], name);
    assert.match(found[k][1], sentence);
  }
  assert.equal(await page.locator('img, article b').count(), 0);
  assert.deepEqual(trouble, []);
});

test('while a log is checked the page says so from the first moment', { skip }, async () => {
  const { page } = await open();
  await page.evaluate(() => {
    globalThis.said = [];
    new MutationObserver(() => said.push(document.getElementById('status').textContent)).observe(document.getElementById('status'), { childList: true });
  });
  await page.setInputFiles('#files', file('azi.log', bytesOf(logs.find((l) => l.name === 'azi-2'))));
  await checked(page);
  assert.equal(await page.evaluate(() => said[0]), 'Checking azi.log: 0 % read.');
});

test('why nobody could have known the cards is told in the page itself, and found by its link', { skip }, async () => {
  const { page, trouble } = await open();
  const source = readFileSync(new URL('../../../docs/fairness.md', import.meta.url), 'utf8');
  assert.equal(await page.locator('#fairness table').isVisible(), false);
  await page.getByRole('link', { name: source.match(/^# (.*)/)[1] }).click();
  for (const [, heading] of source.matchAll(/^## (.*)$/gm)) assert.ok(await page.getByRole('heading', { level: 3, name: heading }).isVisible(), heading);
  for (const [, code] of source.matchAll(/^```\n([^]*?)^```/gm)) assert.ok((await page.locator('#fairness pre').allTextContents()).includes(code));
  assert.deepEqual(await page.$$eval('a', (all) => all.map((a) => a.getAttribute('href'))), ['#fairness']);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(trouble, []);
});

for (const colorScheme of ['light', 'dark']) {
  test(`what the page shows in each state can be read by everybody, as axe-core judges it: ${colorScheme}`, { skip }, async () => {
    const { page } = await open(PAGE.href, { colorScheme });
    const judge = async (state) => {
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
      assert.deepEqual(violations.map((v) => [state, v.id, v.nodes.map((n) => n.html.slice(0, 120))]), []);
    };
    await judge('empty');
    await page.locator('#to-fairness a').click();
    await judge('fairness');
    const names = ['azi-2', 'hazari-4', 'lukfu-3', 'fault-act-silent', 'fault-act-action-refused', 'no-log-page', 'no-log-unfinished'];
    await page.setInputFiles('#files', logs.filter((l) => names.includes(l.name)).map((l) => file(`${l.name}.log`, bytesOf(l))));
    await checked(page);
    for (const summary of await page.locator('#logs summary').all()) await summary.click();
    for (const next of await page.getByRole('button', { name: 'Next' }).all()) {
      await next.focus();
      for (let k = 0; k < 12; k++) await page.keyboard.press('Enter');
    }
    await judge('checked');
  });
}

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
    await page.keyboard.press('ArrowRight'); // there is nothing after the last
    assert.equal(await step(), `Step ${many} of ${many}.`);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await step(), `Step ${many - 1} of ${many}.`);
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
