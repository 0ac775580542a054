/** Stopped by the user, by --bail or for want of a verdict: not a defect. */
export class Stopped extends Error {}
