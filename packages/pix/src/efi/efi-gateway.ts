import type { z } from 'zod'
import { checkCharge, checkRefund } from '../check-request.ts'
import { checkedCode } from '../checked-code.ts'
import type { ChargeRequest, ChargeState, NewCharge, Payer, PixGateway, RefundState } from '../gateway.ts'
import { invalid } from '../http/failures.ts'
import { type ConnectionOptions, HttpClient, type Request } from '../http/http-client.ts'
import { decimalOf } from '@guiche/contract'
import { PixError, isPixError } from '../pix-error.ts'
import { Anything, Charge, QrCode, Refund, Token, expiryOf, reasonIn, refundStateOf, stateOf } from './efi-answers.ts'

export interface EfiOptions extends ConnectionOptions {
  clientId: string
  clientSecret: string
  /** Of the account: .p12 without a password, or .pem with certificate and key. */
  certificate: Uint8Array
  /** The Pix key that receives the money. */
  pixKey: string
  /** Comes back in the address of each webhook; see `readEfiWebhook`. */
  webhookSecret: string
}

export const efiBaseUrls = {
  production: 'https://pix.api.efipay.com.br',
  sandbox: 'https://pix-h.api.efipay.com.br',
} as const

/** What the token must allow, so that all calls below work. */
const neededScopes = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']

/** A token is renewed a little before its end. */
const earlyMs = 60_000

export function createEfiGateway(options: EfiOptions): PixGateway {
  const { clientId, clientSecret, pixKey, webhookSecret } = options
  const http = new HttpClient({
    provider: 'efi',
    ...options,
    baseUrl: options.baseUrl ?? efiBaseUrls.production,
    secrets: [clientSecret, webhookSecret, basic(clientId, clientSecret)],
    reasonIn,
  })
  let token: { promise: Promise<z.output<typeof Token>>; until: number } | undefined

  return {
    async createCharge(request: ChargeRequest): Promise<NewCharge> {
      checkCharge('efi', request)
      const charge = await makeOrFind(request)
      const { status, amountCents } = stateOf(charge)
      if (amountCents !== request.amountCents)
        throw new PixError('efi', 'conflict', 'a charge with this txid exists, about another amount')
      const isOpen = status === 'open'
      return {
        providerId: charge.txid,
        copyText: isOpen ? checkedCode('efi', await copyTextOf(charge), amountCents) : '',
        expiresAt: isOpen ? expiryOf(charge) : undefined,
        status,
      }
    },

    readCharge,

    async findCharge(txid: string): Promise<ChargeState | undefined> {
      try {
        return await readCharge(txid)
      } catch (error) {
        if (isPixError(error, 'missing')) return undefined
        throw error
      }
    },

    async cancelCharge(providerId: string): Promise<ChargeState> {
      const request: Call = {
        method: 'PATCH',
        path: `/v2/cob/${encodeURIComponent(providerId)}`,
        body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
        what: 'cancel a charge',
      }
      try {
        return stateOf(await call(request, Charge))
      } catch (error) {
        // It was cancelled before, or has been paid.
        if (!isPixError(error, 'invalid', 'conflict')) throw error
        const state = await readCharge(providerId)
        if (state.status === 'open') throw error
        return state
      }
    },

    async refund(paymentId: string, amountCents: number, refundId: string): Promise<RefundState> {
      checkRefund('efi', amountCents, refundId)
      const path = `/v2/pix/${encodeURIComponent(paymentId)}/devolucao/${refundId}`
      const body = { valor: decimalOf(amountCents) }
      try {
        return refundStateOf(await call({ method: 'PUT', path, body, what: 'refund a payment' }, Refund))
      } catch (error) {
        if (!isPixError(error, 'invalid', 'conflict')) throw error
        // Perhaps it is there already, by a try whose answer was lost.
        const known = await call({ method: 'GET', path, what: 'read a refund' }, Refund).catch(() => undefined)
        if (!known || known.valor !== amountCents) throw error
        return refundStateOf(known)
      }
    },

    async registerWebhook(url: string): Promise<void> {
      if (!URL.canParse(url)) throw invalid('efi', 'the address of the webhook is none')
      const address = new URL(url)
      address.searchParams.set('hmac', webhookSecret)
      // Efí appends "/pix" to the address. Behind this it lands in a parameter that nobody reads.
      address.searchParams.set('ignorar', '')
      await call(
        {
          method: 'PUT',
          path: `/v2/webhook/${encodeURIComponent(pixKey)}`,
          headers: { 'x-skip-mtls-checking': 'true' },
          body: { webhookUrl: address.href },
          what: 'register the webhook',
        },
        Anything,
      )
    },

    async test(): Promise<void> {
      token = undefined
      const { scope } = await currentToken()
      const missing = neededScopes.filter((name) => !scope.split(/\s+/).includes(name))
      if (missing.length > 0)
        throw new PixError('efi', 'forbidden', `the credentials of Efí do not allow ${missing.join(', ')}`)
      const path = `/v2/webhook/${encodeURIComponent(pixKey)}`
      try {
        await call({ method: 'GET', path, what: 'read the webhook of the Pix key' }, Anything)
      } catch (error) {
        // The key is ours and has no webhook yet.
        if (!isPixError(error, 'missing')) throw error
      }
    },

    close: () => http.close(),
  }

  async function makeOrFind({ txid, amountCents, expiresInSeconds, payer, description }: ChargeRequest) {
    const path = `/v2/cob/${txid}`
    const body = {
      calendario: { expiracao: expiresInSeconds },
      ...(payer && { devedor: debtor(payer) }),
      valor: { original: decimalOf(amountCents) },
      chave: pixKey,
      solicitacaoPagador: description,
    }
    try {
      return await call({ method: 'PUT', path, body, what: 'make a charge' }, Charge)
    } catch (error) {
      if (!isPixError(error, 'conflict')) throw error
      return call({ method: 'GET', path, what: 'read a charge' }, Charge)
    }
  }

  async function readCharge(providerId: string): Promise<ChargeState> {
    const path = `/v2/cob/${encodeURIComponent(providerId)}`
    return stateOf(await call({ method: 'GET', path, what: 'read a charge' }, Charge))
  }

  async function copyTextOf({ pixCopiaECola, loc }: z.output<typeof Charge>): Promise<string> {
    if (pixCopiaECola !== undefined || !loc) return pixCopiaECola ?? ''
    const path = `/v2/loc/${loc.id}/qrcode`
    const { qrcode } = await call({ method: 'GET', path, what: 'get the code of a charge' }, QrCode)
    return qrcode
  }

  /** All calls can be sent again: their ids are ours. A token that is no longer accepted is renewed once. */
  async function call<Schema extends z.ZodType>(request: Call, schema: Schema): Promise<z.output<Schema>> {
    const used = await currentToken()
    try {
      return await http.send(signed(request, used), schema)
    } catch (error) {
      if (!isPixError(error, 'credentials')) throw error
      return http.send(signed(request, await currentToken(used)), schema)
    }
  }

  /** The token, or another one if it is the one that was refused. Calls at the same time wait for the same one. */
  async function currentToken(refused?: z.output<typeof Token>): Promise<z.output<typeof Token>> {
    const known = token && Date.now() < token.until ? await token.promise : undefined
    if (known && known !== refused) return known
    const fetching = { promise: fetchToken(), until: Infinity }
    token = fetching
    try {
      const fresh = await fetching.promise
      fetching.until = Date.now() + fresh.expires_in * 1000 - earlyMs
      return fresh
    } catch (error) {
      if (token === fetching) token = undefined
      throw error
    }
  }

  function fetchToken(): Promise<z.output<typeof Token>> {
    return http.send(
      {
        method: 'POST',
        path: '/oauth/token',
        headers: { authorization: `Basic ${basic(clientId, clientSecret)}` },
        body: { grant_type: 'client_credentials' },
        what: 'get a token',
        isRepeatable: true,
      },
      Token,
    )
  }
}

type Call = Omit<Request, 'headers' | 'isRepeatable'> & { headers?: Record<string, string> }

const signed = (request: Call, { access_token }: z.output<typeof Token>): Request => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${access_token}` },
  isRepeatable: true,
})

const basic = (id: string, secret: string) => Buffer.from(`${id}:${secret}`).toString('base64')

function debtor({ document, name }: Payer) {
  return document.length === 11 ? { cpf: document, nome: name } : { cnpj: document, nome: name }
}
