/**
 * Like `Promise.all`, for parts of one unit of work whose statements share round trips. After an error it waits for the
 * other parts, because a part that went on would run its statements in the next transaction of the connection. The first
 * part that fails gives the error: those after it fail only because the transaction has.
 */
export async function together<T extends readonly unknown[] | []>(
  parts: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}
