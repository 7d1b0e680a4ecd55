/**
 * Introspection by rungs: ask for everything, and if an old server refuses, leave out the feature it named, or else the newest.
 * The result is remembered per server.
 */

/** Additions to the specification, newest first, the order in which they are given up. */
const introspectionFeatures = [
  'oneOf',
  'inputDeprecation',
  'specifiedBy',
  'repeatable',
  'schemaDescription',
  'subscription',
  'fragments',
] as const;

type IntrospectionFeature = (typeof introspectionFeatures)[number];

/** Features to ask for. */
export type Rung = ReadonlySet<IntrospectionFeature>;

export const fullRung: Rung = new Set(introspectionFeatures);

/** Matches error messages about a feature. */
const named: Readonly<Record<IntrospectionFeature, RegExp>> = {
  oneOf: /isOneOf/i,
  inputDeprecation: /includeDeprecated|__InputValue|InputValue\.(?:isDeprecated|deprecationReason)/,
  specifiedBy: /specifiedBy/i,
  repeatable: /isRepeatable/i,
  schemaDescription: /__Schema\b.*\bdescription\b|\bdescription\b.*__Schema\b/i,
  subscription: /subscriptionType/,
  fragments: /fragment|depth|deep|nest|complex|TypeRef|FullType|InputValue\b(?!\.)/i,
};

/** Some servers insist on this name (graphiql#664). */
export const introspectionName = 'IntrospectionQuery';

/** The next rung after a refusal; undefined if there is none. */
export function nextRung(rung: Rung, messages: readonly string[]): Rung | undefined {
  const left = introspectionFeatures.filter(feature => rung.has(feature));
  const [newest] = left;
  if (newest === undefined) return undefined;
  const refused = left.filter(feature => messages.some(message => named[feature].test(message.slice(0, 1000))));
  const dropped = new Set<string>(refused.length > 0 ? refused : [newest]);
  return new Set(left.filter(feature => !dropped.has(feature)));
}

/**
 * The query of a rung, without variables (apollographql/router#3831 ignored them). Without `fragments` it is also shallower:
 * servers that forbid one often limit the other.
 */
export function introspectionQuery(rung: Rung): string {
  const only = (feature: IntrospectionFeature, text: string): string => (rung.has(feature) ? ` ${text}` : '');
  const spread = rung.has('fragments');
  const ofType = (depth: number): string => (depth === 0 ? '' : ` ofType { kind name${ofType(depth - 1)} }`);
  const typeRef = `kind name${ofType(spread ? 9 : 5)}`;
  const deprecated = rung.has('inputDeprecation') ? '(includeDeprecated: true)' : '';
  const inputValue = `name description type { ${spread ? '...TypeRef' : typeRef} } defaultValue${only('inputDeprecation', 'isDeprecated deprecationReason')}`;
  const input = spread ? '...InputValue' : inputValue;
  const ref = spread ? '...TypeRef' : typeRef;
  const flatRef = spread ? '...TypeRef' : 'kind name';
  const fullType = [
    `kind name description${only('specifiedBy', 'specifiedByURL')}${only('oneOf', 'isOneOf')}`,
    `fields(includeDeprecated: true) { name description args${deprecated} { ${input} } type { ${ref} } isDeprecated deprecationReason }`,
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
    ? `\nfragment FullType on __Type { ${fullType} }\nfragment InputValue on __InputValue { ${inputValue} }\nfragment TypeRef on __Type { ${typeRef} }`
    : '';
  return `query ${introspectionName} { __schema {\n${schema.trim()}\n} }${fragments}`;
}

/** Serialises a rung as the features left out. */
export const rungToText = (rung: Rung): string => introspectionFeatures.filter(feature => !rung.has(feature)).join(' ');

/** Parses `rungToText`, ignoring unknown names; an empty text is the full rung. */
export function rungFromText(text: string): Rung {
  const dropped = new Set(text.split(/\s+/));
  return new Set(introspectionFeatures.filter(feature => !dropped.has(feature)));
}
