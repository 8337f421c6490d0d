import type { UserActor } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type LinkDeps, getNumber, linkNumber, renewNumber } from './numbers/link-number.ts'
import { findNumberHolder } from './numbers/official-numbers.repository.ts'
import type { SignUp } from './sign-ups.repository.ts'

interface Chosen {
  /** The place of the number among those that were found. */
  choice: number
  name: string
  pin?: string | null | undefined
  /** The connection that reaches the number by its phone until now. */
  whatsappId?: number | null | undefined
}

/**
 * Connects a number that a login has opened, with the app of the installation. One that is connected here is renewed,
 * and one that a phone here has is moved if that is wanted.
 */
export async function linkSignedUp(
  deps: LinkDeps,
  actor: UserActor,
  { token, numbers }: SignUp,
  { choice, name, pin, whatsappId }: Chosen,
): Promise<number> {
  const { units, keys } = deps
  const found = numbers[choice]
  if (!found) throw badRequest('ERR_OFFICIAL_NUMBER')
  const { phoneNumberId, accountId } = found
  const holder = await findNumberHolder(units.operator, phoneNumberId)
  if (holder?.company_id !== actor.companyId) {
    const place = whatsappId ? { moves: whatsappId } : { name }
    return linkNumber(deps, actor, { ...place, phoneNumberId, accountId, token, pin, app: undefined })
  }
  const before = await units.read(actor, (ctx) => getNumber(ctx, keys.secretsAtRest, holder.connection_id))
  await renewNumber(deps, actor, before, { token, pin, app: null })
  return holder.connection_id
}
