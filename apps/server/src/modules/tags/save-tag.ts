import type { TagBody } from '@guiche/contract'
import type { z } from 'zod'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import { type TagRow, changeTag, countTags, findTags, insertTag, tagsNamed } from './tags.repository.ts'

type NewTag = z.output<typeof TagBody>
type TagChange = { [K in keyof NewTag]?: NewTag[K] | undefined }

export async function createTag(ctx: Ctx, { name, color, kanban }: NewTag): Promise<TagRow> {
  if (kanban === 1) await assertFeature(ctx, 'useKanban')
  const tag = { name, color: color || paletteColor(await countTags(ctx)), is_kanban: kanban === 1 }
  return saved(ctx, await refusing(insertTag(ctx, tag), taken))
}

/** The kind cannot change: the tag may be on contacts already, while kanban lanes are for tickets. */
export async function updateTag(ctx: Ctx, tagId: number, { name, color }: TagChange): Promise<TagRow> {
  const changed = await refusing(changeTag(ctx, tagId, { name, color: color || undefined }), taken)
  if (!changed) throw notFound('ERR_NO_TAG_FOUND')
  return saved(ctx, tagId)
}

/** Most contact tags of a company that an import may add to: pick lists show all of them. */
const mostTags = 500

/** The tags with these names; missing ones are created while there are not too many. */
export async function makeTags(ctx: Ctx, names: readonly string[]): Promise<Map<string, number>> {
  const known = await tagsNamed(ctx, names)
  const missing = names.filter((name) => !known.has(name))
  let room = mostTags - (missing.length > 0 ? await countTags(ctx) : 0)
  for (const name of missing) {
    if (room <= 0) break
    // Another name may be the same tag, but for an accent.
    const [same] = (await tagsNamed(ctx, [name])).values()
    known.set(name, same ?? (await createTag(ctx, { name, color: '', kanban: 0 })).id)
    room -= 1
  }
  return known
}

const taken = { tags_name: () => badRequest('ERR_NAME_ALREADY_EXISTS') }

/** Default colours, used in turn. White text is readable on each. */
const palette = ['#0a7d5c', '#1d6fb8', '#7a4fc2', '#b8325f', '#b4540a', '#3f6b21', '#0f7285', '#5b6470']
const paletteColor = (nth: number) => palette[nth % palette.length] ?? '#5b6470'

async function saved(ctx: Ctx, tagId: number): Promise<TagRow> {
  const [tag] = await findTags(ctx, [tagId])
  if (!tag) throw notFound('ERR_NO_TAG_FOUND')
  ctx.emit('tag.saved', { tagId })
  return tag
}
