import { orList } from '../../or-list.js';

/** Subscription protocols in menu order. `graphql-ws` is the older WebSocket protocol, whose name a newer library has adopted. */
export const subscriptionProtocols = [
  'auto',
  'graphql-transport-ws',
  'graphql-ws',
  'sse',
  'sse-single',
  'multipart',
] as const;

/** Value of `--subscription-protocol`. */
export type SubscriptionProtocol = (typeof subscriptionProtocols)[number];

const suggested = subscriptionProtocols.filter(name => name !== 'auto' && name !== 'sse-single');

/** Help of `--subscription-protocol`. */
export const protocolsHelp = orList(
  subscriptionProtocols.map(name =>
    name === 'sse-single' ? `${name} (one stream for all subscriptions, as in graphql-sse)` : name,
  ),
);

/** Hint to select another protocol, without `sse-single`, which few servers support. */
export const chooseProtocol = `Pass --subscription-protocol with ${orList(suggested)}.`;
