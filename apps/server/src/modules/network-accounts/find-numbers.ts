import { type GraphClient, GraphError, listNumbers } from '@guiche/meta'
import { badRequest } from '#platform/errors'
import { checkToken } from './numbers/prove-number.ts'
import { refusing } from './numbers/refusal.ts'
import type { FoundNumber } from './sign-ups.repository.ts'

/** Nobody chooses among more. */
const most = 100

/** The numbers of the accounts that a login has opened, by what Meta says of its token alone. */
export async function findNumbers(graph: GraphClient, token: string): Promise<FoundNumber[]> {
  const { accountIds } = await checkToken(graph, token)
  const found: FoundNumber[] = []
  for (const accountId of accountIds) {
    if (found.length >= most) break
    found.push(...(await numbersOf(graph, { accountId, token })))
  }
  if (found.length === 0) throw badRequest('ERR_OFFICIAL_NO_NUMBER')
  return found.slice(0, most)
}

/** An account that Meta has closed stops no other. */
async function numbersOf(graph: GraphClient, account: { accountId: string; token: string }): Promise<FoundNumber[]> {
  const { accountId } = account
  const numbers = await refusing('ERR_OFFICIAL_PERMISSION', () =>
    listNumbers(graph, account).catch((error: unknown) => {
      if (error instanceof GraphError && error.remedy.do !== 'again' && error.remedy.do !== 'hold') return []
      throw error
    }),
  )
  return numbers.map(({ phoneNumberId, number, verifiedName: name, isRegistered, isOnPhoneApp: isOnPhone }) => ({
    phoneNumberId,
    accountId,
    number,
    name,
    isRegistered,
    isOnPhone,
  }))
}
