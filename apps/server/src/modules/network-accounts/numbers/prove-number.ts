import {
  type GraphClient,
  GraphError,
  type NumberFacts,
  type TokenFacts,
  isNumberOf,
  numberScopes,
  readNumber,
  readPortfolio,
  readToken,
  registerNumber,
  subscribeAccount,
} from '@guiche/meta'
import { badRequest } from '#platform/errors'
import { numberRefusal, refusing } from './refusal.ts'

export interface NumberClaim {
  phoneNumberId: string
  accountId: string
  token: string
}

export interface ProvenNumber extends NumberFacts {
  tokenEndsAt: Date | null
  /** Of the account; undefined: Meta does not say. */
  portfolioId: string | undefined
}

/**
 * That the token opens the number, by what Meta says alone: it is valid, was made for our app, may write and manage, opens the
 * account, and the account has the number. Changes nothing there.
 */
export async function proveNumber(graph: GraphClient, claim: NumberClaim): Promise<ProvenNumber> {
  const { token, phoneNumberId } = claim
  const facts = await checkToken(graph, token)
  const number = await refusing('ERR_OFFICIAL_NUMBER', async () =>
    (await isNumberOf(graph, claim, phoneNumberId)) ? readNumber(graph, { phoneNumberId, token }) : undefined,
  )
  if (!number) throw badRequest('ERR_OFFICIAL_NUMBER')
  return { ...number, tokenEndsAt: facts.endsAt ?? null, portfolioId: await readPortfolio(graph, claim) }
}

/** That a token is valid, was made for our app, and may write and manage. */
export async function checkToken(graph: GraphClient, token: string): Promise<TokenFacts> {
  const facts = await readFacts(graph, token)
  if (!facts.isValid || facts.appId !== graph.app.appId) throw badRequest('ERR_OFFICIAL_TOKEN')
  if (numberScopes.some((scope) => !facts.scopes.includes(scope))) throw badRequest('ERR_OFFICIAL_PERMISSION')
  return facts
}

async function readFacts(graph: GraphClient, token: string): Promise<TokenFacts> {
  try {
    return await readToken(graph, token)
  } catch (error) {
    // The app asks here, and not who has the token.
    if (error instanceof GraphError && error.code === tokenRefused)
      throw Object.assign(badRequest('ERR_OFFICIAL_APP'), { cause: error })
    throw numberRefusal(error, 'ERR_OFFICIAL_TOKEN')
  }
}

const tokenRefused = 190

/** Lets the account of the number tell us what happens, and makes it usable: from then on its phone cannot use it any more. */
export async function openNumber(
  graph: GraphClient,
  claim: NumberClaim,
  { isRegistered, isOnPhoneApp }: NumberFacts,
  pin: string | null | undefined,
): Promise<void> {
  const registers = !isRegistered && !isOnPhoneApp
  if (registers && !pin) throw badRequest('ERR_OFFICIAL_PIN')
  await refusing('ERR_OFFICIAL_PERMISSION', () => subscribeAccount(graph, claim))
  if (registers && pin) await refusing('ERR_OFFICIAL_REGISTERING', () => registerNumber(graph, claim, pin))
}
