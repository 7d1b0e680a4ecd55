/** Questions of a user of a large API, and the operation that answers each. */

type Question = readonly [words: string, operation: string];

/** Questions about GitHub's and Stripe's descriptions. */
// biome-ignore format: one question, one row
export const questions: Readonly<Record<string, readonly Question[]>> = {
  'github.json.gz': [
    ['list repos', 'GET /user/repos'],
    ['create issue', 'POST /repos/{owner}/{repo}/issues'],
    ['comment on issue', 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'],
    ['merge pull request', 'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge'],
    ['pull request files', 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files'],
    ['create branch', 'POST /repos/{owner}/{repo}/git/refs'],
    ['protect branch', 'PUT /repos/{owner}/{repo}/branches/{branch}/protection'],
    ['latest release', 'GET /repos/{owner}/{repo}/releases/latest'],
    ['upload release asset', 'POST /repos/{owner}/{repo}/releases/{release_id}/assets'],
    ['star repo', 'PUT /user/starred/{owner}/{repo}'],
    ['my emails', 'GET /user/emails'],
    ['authenticated user', 'GET /user'],
    ['rate limit', 'GET /rate_limit'],
    ['search code', 'GET /search/code'],
    ['rerun workflow', 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun'],
    ['download artifact', 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}'],
    ['workflow dispatch', 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'],
    ['delete secret org', 'DELETE /orgs/{org}/actions/secrets/{secret_name}'],
    ['fork', 'POST /repos/{owner}/{repo}/forks'],
    ['transfer repo', 'POST /repos/{owner}/{repo}/transfer'],
    ['follow user', 'PUT /user/following/{username}'],
    ['gist comments', 'GET /gists/{gist_id}/comments'],
    ['readme', 'GET /repos/{owner}/{repo}/readme'],
    ['commit status', 'POST /repos/{owner}/{repo}/statuses/{sha}'],
    ['issues/lock', 'PUT /repos/{owner}/{repo}/issues/{issue_number}/lock'],
  ],
  'stripe.json.gz': [
    ['create customer', 'POST /v1/customers'],
    ['list invoices', 'GET /v1/invoices'],
    ['refund charge', 'POST /v1/refunds'],
    ['cancel subscription', 'DELETE /v1/subscriptions/{subscription_exposed_id}'],
    ['confirm payment intent', 'POST /v1/payment_intents/{intent}/confirm'],
    ['capture payment', 'POST /v1/payment_intents/{intent}/capture'],
    ['checkout session', 'POST /v1/checkout/sessions'],
    ['balance', 'GET /v1/balance'],
    ['search customers', 'GET /v1/customers/search'],
    ['webhook', 'POST /v1/webhook_endpoints'],
    ['void invoice', 'POST /v1/invoices/{invoice}/void'],
    ['upcoming invoice', 'GET /v1/invoices/upcoming'],
    ['promotion code', 'GET /v1/promotion_codes'],
    ['payout cancel', 'POST /v1/payouts/{payout}/cancel'],
    ['paymnet link', 'GET /v1/payment_links'],
  ],
};
