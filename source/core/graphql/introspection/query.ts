/**
 * Introspection by rungs: the first query requests everything. If an old server refuses it, the next one leaves out the feature
 * that the error mentions, or otherwise the newest one. The result is remembered per server.
 */

/** Additions to the specification, newest first. They are dropped in this order. */
const introspectionFeatures = [
  'oneOf',
  'inputDeprecation',
  'specifiedBy',
  'repeatable',
  'schemaDescription',
  'subscription',
  'fragments',
  'depth11',
  'depth9',
] as const;

type IntrospectionFeature = (typeof introspectionFeatures)[number];

/** Features to request. */
export type Rung = ReadonlySet<IntrospectionFeature>;

export const fullRung: Rung = new Set(introspectionFeatures);

/** Query depth (nested fields) for each feature. Without any of them it is `minDepth`. */
const depths = { fragments: 15, depth11: 11, depth9: 9 } as const;

const minDepth = 8;

type DepthFeature = keyof typeof depths;

const isDepthFeature = (feature: IntrospectionFeature): feature is DepthFeature => feature in depths;

/** Depth of a rung's query, in nested fields. */
export const maxDepthOf = (rung: Rung): number =>
  Object.entries(depths).find(([feature]) => rung.has(feature as DepthFeature))?.[1] ?? minDepth;

/** Error messages about each feature. Servers that limit depth do not mention a feature. */
const named: Readonly<Record<Exclude<IntrospectionFeature, 'depth11' | 'depth9'>, RegExp>> = {
  oneOf: /isOneOf/i,
  inputDeprecation: /includeDeprecated|__InputValue|InputValue\.(?:isDeprecated|deprecationReason)/,
  specifiedBy: /specifiedBy/i,
  repeatable: /isRepeatable/i,
  schemaDescription: /__Schema\b.*\bdescription\b|\bdescription\b.*__Schema\b/i,
  subscription: /subscriptionType/,
  fragments: /fragment|complex|TypeRef|FullType|InputValue\b(?!\.)/i,
};

/** Some servers require this operation name (graphiql#664). */
export const introspectionName = 'IntrospectionQuery';

/** Returns the next rung after a refusal, or undefined if there is none. */
export function nextRung(rung: Rung, messages: readonly string[]): Rung | undefined {
  const tooDeep = messages.find(message => /depth|deep|nest/i.test(message));
  if (tooDeep !== undefined) return shallowerRung(rung, tooDeep);
  const left = introspectionFeatures.filter(feature => rung.has(feature));
  const others = left.filter(feature => feature !== 'depth11' && feature !== 'depth9');
  const [newest] = others;
  if (newest === undefined) return undefined;
  const refused = others.filter(feature => messages.some(message => named[feature].test(message.slice(0, 1000))));
  const dropped = new Set<string>(refused.length > 0 ? refused : [newest]);
  return new Set(left.filter(feature => !dropped.has(feature)));
}

/**
 * Returns the rung within the limit mentioned in a message, or the next shallower one. Returns undefined if the query cannot be
 * shallower.
 */
function shallowerRung(rung: Rung, message: string): Rung | undefined {
  const depth = maxDepthOf(rung);
  if (depth === minDepth) return undefined;
  // Messages contain the limit, and some also contain the depth of the query.
  const numbers = [...message.slice(0, 1000).matchAll(/\d+/g)]
    .map(([digits]) => Number(digits))
    .filter(each => each > 1);
  const next = rung.has('fragments') ? depth - 1 : minDepth;
  const limit = Math.min(depth - 1, ...(numbers.length === 0 ? [next] : numbers));
  return new Set([...rung].filter(feature => !isDepthFeature(feature) || depths[feature] <= limit));
}

/**
 * Returns the query of a rung, without variables (apollographql/router#3831 ignored them). Without `fragments` it is shallower
 * too, because servers that forbid fragments often limit depth. At the smallest depth, argument types such as `[ID!]!` are
 * truncated; `completionQuery` requests them.
 */
export function introspectionQuery(rung: Rung): string {
  const only = (feature: IntrospectionFeature, text: string): string => (rung.has(feature) ? ` ${text}` : '');
  const spread = rung.has('fragments');
  const depth = maxDepthOf(rung);
  const typeRef = typeRefOf(spread ? 9 : Math.min(5, depth - 5));
  const argRef = typeRefOf(Math.min(5, depth - 6));
  const deprecated = rung.has('inputDeprecation') ? '(includeDeprecated: true)' : '';
  const inputValue = (type: string): string =>
    `name description type { ${type} } defaultValue${only('inputDeprecation', 'isDeprecated deprecationReason')}`;
  const input = spread ? '...InputValue' : inputValue(typeRef);
  const argument = spread ? '...InputValue' : inputValue(argRef);
  const ref = spread ? '...TypeRef' : typeRef;
  const flatRef = spread ? '...TypeRef' : 'kind name';
  const fullType = [
    `kind name description${only('specifiedBy', 'specifiedByURL')}${only('oneOf', 'isOneOf')}`,
    `fields(includeDeprecated: true) { name description args${deprecated} { ${argument} } type { ${ref} } isDeprecated deprecationReason }`,
    `inputFields${deprecated} { ${input} }`,
    `interfaces { ${flatRef} }`,
    'enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }',
    `possibleTypes { ${flatRef} }`,
  ].join('\n');
  const schema = [
    `${only('schemaDescription', 'description')} queryType { name } mutationType { name }${only('subscription', 'subscriptionType { name }')}`,
    `types { ${spread ? '...FullType' : fullType} }`,
    `directives { name description${only('repeatable', 'isRepeatable')} locations args${deprecated} { ${input} } }`,
  ].join('\n');
  const fragments = spread
    ? `\nfragment FullType on __Type { ${fullType} }\nfragment InputValue on __InputValue { ${inputValue('...TypeRef')} }\nfragment TypeRef on __Type { ${typeRef} }`
    : '';
  return `query ${introspectionName} { __schema {\n${schema.trim()}\n} }${fragments}`;
}

/** Returns the fields of a type reference. @param levels number of `ofType` levels */
export const typeRefOf = (levels: number): string =>
  levels === 0 ? 'kind name' : `kind name ofType { ${typeRefOf(levels - 1)} }`;

/** Serializes a rung as the list of omitted features. */
export const rungToText = (rung: Rung): string => introspectionFeatures.filter(feature => !rung.has(feature)).join(' ');

/** Parses the output of `rungToText`, ignoring unknown names. An empty text is the full rung. */
export function rungFromText(text: string): Rung {
  const dropped = new Set(text.split(/\s+/));
  return new Set(introspectionFeatures.filter(feature => !dropped.has(feature)));
}
