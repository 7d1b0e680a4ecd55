/** Whether a host is this machine itself (RFC 6761 6.3 for the names): what goes there can be read by nobody on the way. */
const thisMachine = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @param host of a URL, IPv6 addresses in brackets */
export const isLoopback = (host: string): boolean => thisMachine.test(host);
