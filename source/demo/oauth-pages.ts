/** The demo's login pages: a prompt with two buttons, and a final page. They have no scripts, and all text is escaped. */
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../core/oauth/login/page.js';

const page = (inner: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>apiclient demo</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem}
button,input{font:inherit;padding:.4rem 1rem;margin:.5rem .5rem 0 0}</style></head>
<body><h1>apiclient demo</h1>${inner}</body></html>
`;

/** Asks for consent. @param code also asks for a user code, prefilled with this text */
export const choicePage = (text: string, query: string, code?: string): string =>
  page(
    `<p>${escapeHtml(text)}</p><form method="post" action="${escapeHtml(query)}">${
      code === undefined
        ? ''
        : `<input name="user_code" ${code === '' ? '' : `value="${escapeHtml(code)}" `}placeholder="ABCD-EFGH" required><br>`
    }<button name="choice" value="allow">Allow</button><button name="choice" value="refuse">Refuse</button></form>`,
  );

export const donePage = (text: string): string => page(`<p>${escapeHtml(text)}</p>`);

/** Sends a page that must not be cached or framed. */
export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
  });
  response.end(html);
}
