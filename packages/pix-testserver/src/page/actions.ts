import { centsOf, decimalOf } from '@guiche/contract'
import { readBrCode } from '@guiche/pix'
import { z } from 'zod'
import { BankError } from '../bank.ts'
import { type BookCharge, refundedCents, stateOf } from '../book/book.ts'
import type { PixServer } from '../pix-server.ts'

type Action = (body: unknown) => unknown

/** Finds the text of the QR code in a picture. */
export type ReadPicture = (picture: Buffer) => Promise<string>

const Amount = z
  .string()
  .transform((text) => {
    const cents = centsOf(text.trim().replace(',', '.'))
    if (cents === undefined) throw new BankError('amount', 'this is no amount')
    return cents
  })
  .optional()

const Pay = z.object({ code: z.string(), how: z.enum(['asked', 'less', 'amount', 'twice', 'late']), amount: Amount })
const Refund = z.object({ payment: z.string(), amount: Amount })
const Webhooks = z.object({ how: z.enum(['lose', 'twice', 'wrongSecret']), times: z.number().int().min(1).default(1) })
const Side = z.object({ provider: z.enum(['efi', 'asaas']), how: z.enum(['down', 'up', 'slow', 'error']) })
const slowMs = 40_000

/** What the page, or a test over HTTP, can do. By method and path. Pictures are only read with `readPicture`. */
export function actionsOf(server: PixServer, readPicture?: ReadPicture): Record<string, Action> {
  const { bank, webhooks } = server

  return {
    'GET /state': () => ({
      charges: server.charges.toReversed().map(view),
      problems: server.problems.map(({ text }) => text),
      readsPictures: readPicture !== undefined,
    }),
    'GET /books': () => server.books(),
    'POST /read': (body) => view(bank.find(z.object({ code: z.string() }).parse(body).code)),
    'POST /read-picture': async (body) => {
      if (!readPicture || !Buffer.isBuffer(body)) throw new BankError('noPicture', 'this is no picture of a code')
      const code = await readPicture(body).catch(() => {
        throw new BankError('noPicture', 'there is no code in this picture')
      })
      return view(bank.find(code))
    },
    'POST /pay': (body) => {
      const { code, how, amount } = Pay.parse(body)
      if (how === 'asked') bank.pay(code)
      else if (how === 'less') bank.payLess(code)
      else if (how === 'twice') bank.payTwice(code)
      else if (how === 'late') bank.payLate(code)
      else bank.payAmount(code, amount ?? 0)
      return view(bank.find(code))
    },
    'POST /refund': (body) => {
      const { payment, amount } = Refund.parse(body)
      bank.refund(payment, amount)
      return {}
    },
    'POST /webhooks': (body) => {
      const { how, times } = Webhooks.parse(body)
      if (how === 'lose') webhooks.lose({ times })
      else if (how === 'twice') webhooks.deliverTwice({ times })
      else webhooks.useWrongSecret({ times })
      return {}
    },
    'POST /provider': async (body) => {
      const { provider, how } = Side.parse(body)
      const { side } = server[provider]
      if (how === 'down') await side.stop()
      else if (how === 'up') await comeUp(side)
      else if (how === 'slow') side.faults.delay(slowMs)
      else side.faults.answer(500, { times: 3 })
      return {}
    },
  }

  function view(charge: BookCharge) {
    const { provider, id, txid, description, copyText, amountCents, expiresAt, payments } = charge
    return {
      provider,
      id,
      txid,
      description,
      copyText,
      receiver: receiverIn(copyText),
      amount: decimalOf(amountCents),
      state: stateOf(charge),
      isExpired: expiresAt <= server.clock.now(),
      expiresAt,
      payments: payments.map((payment) => ({
        id: payment.id,
        amount: decimalOf(payment.amountCents),
        refunded: decimalOf(refundedCents(payment)),
        paidAt: payment.paidAt,
      })),
    }
  }
}

function receiverIn(copyText: string): string {
  const reading = readBrCode(copyText)
  return reading.isValid ? reading.code.receiver : ''
}

async function comeUp(side: PixServer['efi']['side']): Promise<void> {
  side.faults.clear()
  await side.stop()
  await side.start()
}

/** What went wrong, for the page and for whoever calls it. */
export function errorView(error: unknown): { error: string; problem: string } {
  const message =
    error instanceof z.ZodError
      ? 'the request has a wrong form'
      : error instanceof Error
        ? error.message
        : String(error)
  return { error: message, problem: error instanceof BankError ? error.problem : 'other' }
}
