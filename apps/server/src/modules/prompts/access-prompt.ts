import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import { type PromptRow, findPrompts, holdPrompt, lockPrompt } from './prompts.repository.ts'

/** Only admins read and change prompts, which the access of the calls says. */
export async function accessPrompt(ctx: Ctx, id: number): Promise<PromptRow> {
  const [row] = await findPrompts(ctx, [id])
  if (!row) throw notFound('ERR_NO_PROMPT_FOUND')
  return row
}

/** Locks it, so that what it is checked for still holds when it is changed. */
export async function accessPromptForChange(ctx: Ctx, id: number): Promise<PromptRow> {
  await lockPrompt(ctx, id)
  return accessPrompt(ctx, id)
}

/**
 * Throws unless the prompt belongs to the company and its plan has the feature; it stays until the end of the unit of work.
 * `before`: the prompt that is there already, which is no change.
 */
export async function assertPrompt(
  ctx: Ctx,
  id: number | null | undefined,
  before: number | null = null,
): Promise<void> {
  if (!id || id === before) return
  await assertFeature(ctx, 'useOpenAi')
  if (!(await holdPrompt(ctx, id))) throw notFound('ERR_NO_PROMPT_FOUND')
}
