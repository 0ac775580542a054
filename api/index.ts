/** Touchstone for programs. What stands here is kept, as the commands are (docs/programs.md). */
export { UsageError } from '../fixtures/errors.ts'
export { listedOperations as operations, type ListedOperation as Operation } from '../schemas/derive/listed.ts'
export type { Evidence, Leftover, Report, Result, Verdict } from '../schemas/report.ts'
export type { TargetFile } from '../schemas/target.ts'
export type { Framework } from './declare.ts'
export { judge } from './judge.ts'
export type { JudgeOptions, Progress } from './options.ts'
export { serve, type ServeOptions, type Serving } from './serve.ts'
