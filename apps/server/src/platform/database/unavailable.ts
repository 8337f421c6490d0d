import { busy } from '../errors.ts'

/** The database is down, starting, stopping, or has no connection to give: try again, nothing was decided. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isGone =
    /^(57P0[1-5]|08...|53[123]00|ECONN|EPIPE|ENOENT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/.test(
      error.message,
    )
  return isGone ? Object.assign(busy(), { cause: error }) : error
}
