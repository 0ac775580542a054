/** What is claimed of each sort of limit, by check. It stands by itself: who says what checks claim needs nothing that measures. */
export const limitClaims = {
  'load/latency': 'SHOULD keep the limits that the target file sets in limits.latency',
  'load/errors': 'SHOULD keep to the error budget that the target file sets in limits.errors',
  'load/rate': 'SHOULD serve the rate that the target file sets in limits.rates',
} as const
export type LimitCheck = keyof typeof limitClaims

export const isLimitCheck = (check: string): check is LimitCheck => check in limitClaims
