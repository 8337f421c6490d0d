import { busy } from '../errors.ts'

/**
 * Translates errors that a retry may solve: the database is down, starting, stopping, silent, too slow, or out of
 * connections; a lock took too long; a deadlock. Nothing was committed.
 */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isGone =
    /^(40P01|55P03|57014|57P0[1-5]|25P03|08...|53[123]00|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(
      code,
    ) ||
    /Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/.test(
      error.message,
    )
  return isGone ? Object.assign(busy(), { cause: error }) : error
}

/** The database's volume is full. No input causes this, and it ends when there is space again. */
export function isDatabaseFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '53100') || isDatabaseFull(error.cause)
}
