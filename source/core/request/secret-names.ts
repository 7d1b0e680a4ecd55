/**
 * Header names whose value is taken for a credential: it does not cross to another origin on a redirect
 * and is shown as bullets.
 */
const words =
  /auth|token|secret|key|cookie|session|passw|passphrase|passcode|credential|signature|csrf|bearer|assertion|jwt|(?:^|-)otp(?:-|$)/i;

/** True for the name of a header that carries a credential, by the words in it. */
export const isSecretName = (name: string): boolean => words.test(name);
