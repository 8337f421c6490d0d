import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { removeTag } from './tags.repository.ts'

/** Also removes it from all contacts and tickets. */
export async function deleteTag(ctx: Ctx, tagId: number): Promise<void> {
  const tag = await removeTag(ctx, tagId)
  if (!tag) throw notFound('ERR_NO_TAG_FOUND')
  await audit(ctx, { action: 'tag.deleted', object: 'tag', objectId: tagId, detail: { name: tag.name } })
  ctx.emit('tag.deleted', { tagId })
}
