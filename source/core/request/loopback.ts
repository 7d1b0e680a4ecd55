/** Returns true if a host is this machine (RFC 6761 6.3 for names), so that traffic to it cannot be intercepted. */
const thisMachine = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @param host host of a URL, with brackets around IPv6 addresses */
export const isLoopback = (host: string): boolean => thisMachine.test(host);
