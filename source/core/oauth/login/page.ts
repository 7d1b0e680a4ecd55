/**
 * The page shown in the browser after a login: small, without scripts, and with all untrusted text escaped (following the
 * intent of RFC 8252 8.12).
 */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, match => escapes[match] ?? '');

/** The text between the page's style tags, for its hash in `pageHeaders`. */
export const pageStyle = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f4f5f7;color:#1c2330}
main{max-width:30rem;margin:1rem;padding:2rem 2.5rem;border-radius:12px;background:#fff;box-shadow:0 2px 16px #0002}
h1{margin:0 0 .5rem;font-size:1.3rem}
p{margin:.5rem 0 0;overflow-wrap:anywhere}
.mark{font-size:2rem;line-height:1}
.good{color:#1a7f4b}.bad{color:#b3261e}
small{display:block;margin-top:1.5rem;color:#6b7280}
@media(prefers-color-scheme:dark){body{background:#14171d;color:#e6e8ec}main{background:#1e232c}.good{color:#5fd49a}.bad{color:#ff8a80}}`;

/** Content of the page. `good` selects the symbol and its colour. */
export interface Page {
  readonly good: boolean;
  readonly title: string;
  /** Plain text, possibly untrusted. */
  readonly text: string;
}

/** Returns the complete document. The style is the same for every page, so the policy below can refer to it by hash. */
export const pageHtml = (page: Page): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(page.title)} – apiclient</title><style>${pageStyle}</style></head>
<body><main><div class="mark ${page.good ? 'good' : 'bad'}" aria-hidden="true">${page.good ? '✓' : '✕'}</div>
<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.text)}</p><small>apiclient</small></main></body></html>
`;

/** Returns headers that allow a browser to show the page and nothing else. `styleHash` is the base64 SHA-256 of `pageStyle`. */
export const pageHeaders = (styleHash: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
});
