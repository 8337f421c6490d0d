import type { Ctx } from '#platform/context'
import type { Keys } from '#platform/deps'
import { storableText } from '#platform/text'
import { makeSecret } from './visitor-secret.ts'
import { insertVisitor } from './visitors.repository.ts'

interface NewVisitor {
  connectionId: number
  name: string
  email: string
}

/** A visitor becomes a contact with their first message. */
export async function createVisitor(
  ctx: Ctx,
  keys: Keys,
  { connectionId, name, email }: NewVisitor,
): Promise<{ visitorId: string; secret: string }> {
  const { visitorId, secret, hash } = makeSecret(keys.visitorHash)
  await insertVisitor(ctx, {
    id: visitorId,
    connectionId,
    secretHash: hash,
    name: storableText(name),
    email: storableText(email),
  })
  return { visitorId, secret }
}
