/** Typical searches on real schemas, and the match that must be first. */
import { parse } from 'graphql';
import { indexSchema } from '../../../../source/core/graphql/schema-index.js';
import { schemaFromSdl } from '../../../../source/core/graphql/sdl.js';
import { find, searchIndexOf } from '../../../../source/core/graphql/search/index.js';
import { type SchemaName, schemaText, triedSchemas } from '../../../support/schemas.js';

const searches: Readonly<Partial<Record<SchemaName, Readonly<Record<string, string>>>>> = {
  github: {
    // A prefix, and word prefixes.
    pullreq: 'Repository.pullRequest',
    repoown: 'Query.repositoryOwner',
    crissue: 'Mutation.createIssue',
    defaultbranch: 'Repository.defaultBranchRef',
    branchprotection: 'Repository.branchProtectionRules',
    dependabot: 'DependabotUpdate',
    // Complete names: fields reachable from a root come before results of mutations.
    viewer: 'Query.viewer',
    search: 'Query.search',
    stargazers: 'Repository.stargazers',
    repositories: 'Organization.repositories',
    pullRequestReviewThread: 'PullRequestReviewThread',
    // Several words, joined or nested.
    'pull request': 'Repository.pullRequest',
    'issu create': 'Mutation.createIssue',
    'add star': 'Mutation.addStar',
    'rate limit': 'Query.rateLimit',
    'commit author': 'Commit.author',
    'repo.nam': 'Repository.name',
    'PullRequest.title': 'PullRequest.title',
    'Repository.issues(labels': 'Repository.issues(labels:)',
    // One typing error: swapped, missing, wrong, doubled, one too many.
    lable: 'Repository.label',
    repositry: 'Query.repository',
    organisation: 'Query.organization',
    isssue: 'Repository.issue',
    mergable: 'PullRequest.mergeable',
    followrs: 'User.followers',
    milestnoe: 'Repository.milestone',
    marketplce: 'Query.marketplaceListing',
    requstReviews: 'Mutation.requestReviews',
    'deault branch': 'Repository.defaultBranchRef',
    'security advisry': 'Query.securityAdvisory',
    // One kind only.
    'enum:merged': 'PullRequestState.MERGED',
    'arg:first': 'Query.marketplaceListings(first:)',
    'type:pullreq': 'PullRequest',
    'field:login': 'Organization.login',
  },
  saleor: {
    ordre: 'Query.order',
    productvarient: 'Query.productVariant',
    'product variant': 'Query.productVariant',
    checkot: 'Query.checkout',
    checkoutlines: 'Query.checkoutLines',
    wharehouse: 'Query.warehouse',
    voucer: 'Query.voucher',
    giftcrad: 'Query.giftCard',
    catgory: 'Query.category',
    colection: 'Query.collection',
    fullfillment: 'Fulfillment',
    'token create': 'Mutation.tokenCreate',
    'produ create': 'Mutation.productCreate',
    'order.total': 'Order.total',
    me: 'Query.me',
  },
  railway: {
    deploy: 'Query.deployment',
    deploymnet: 'Query.deployment',
    projct: 'Query.project',
    envrionment: 'Query.environment',
    templat: 'Query.template',
  },
  swapi: {
    vehicel: 'Root.vehicle',
    starshp: 'Root.starship',
    hoemworld: 'Person.homeworld',
    'opening crawl': 'Film.openingCrawl',
  },
  'hasura-intuition': { tripel: 'query_root.triple', 'triples where': 'query_root.triples(where:)' },
  lens: { follow: 'Mutation.follow', folow: 'Mutation.follow' },
};

describe.each(triedSchemas)('%s', name => {
  const index = searchIndexOf(indexSchema(schemaFromSdl(parse(schemaText(name)))));

  test.each(Object.entries(searches[name] ?? {}))('%s finds %s first', (typed, first) => {
    const { results } = find(index, typed);
    const entry = index.entries[results[0] ?? -1];
    const place = [entry?.owner, entry?.field].filter(Boolean).join('.');
    const label =
      entry?.kind === 'argument' ? `${place}(${entry.name}:)` : [place, entry?.name].filter(Boolean).join('.');
    expect(label).toBe(first);
  });
});
