/** Whether a host is this machine (RFC 6761 6.3 for names), so that nobody can read the traffic. */
const thisMachine = /^(?:(?:[^.]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @param host host of a URL, IPv6 addresses in brackets */
export const isLoopback = (host: string): boolean => thisMachine.test(host);
