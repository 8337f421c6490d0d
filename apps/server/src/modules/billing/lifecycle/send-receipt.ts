import { noticeAmount, noticeDate } from '@guiche/contract'
import { languageOf } from '#texts'
import type { Deps } from '#platform/deps'
import type { Mail } from '#modules/mail'
import { payerAddresses } from './payer-addresses.ts'
import { takeReceipt } from './receipts.repository.ts'

type ReceiptDeps = Pick<Deps, 'units' | 'log' | 'publicUrl'> & { mail: Mail }

/**
 * Mails the receipt of a paid invoice to the company and its admins. Ordered in the transaction that marks it, so each
 * gets it at most once, however often the job runs.
 */
export async function sendReceipt(
  { units, log, publicUrl, mail }: ReceiptDeps,
  companyId: number,
  invoiceId: number,
): Promise<void> {
  if (!(await mail.isConfigured()))
    return log.info(
      { event: 'billing.receipt-left-out', companyId, invoiceId, reason: 'noMailServer' },
      'the receipt of an invoice was not sent',
    )
  await units.run({ kind: 'system', companyId }, async (ctx) => {
    const invoice = await takeReceipt(ctx, invoiceId)
    if (!invoice) return
    const language = languageOf(invoice.language)
    const values = {
      company: invoice.name,
      invoice: String(invoice.id),
      plan: invoice.detail,
      amount: noticeAmount(language, invoice.amount_cents),
      paidOn: noticeDate(language, invoice.paid_on),
      dueDate: invoice.due_date === null ? '–' : noticeDate(language, invoice.due_date),
      link: new URL('/financeiro', publicUrl).href,
    }
    for (const to of await payerAddresses(ctx.db, { companyId, email: invoice.email }))
      await mail.send(ctx, { to, template: 'receipt', language: invoice.language, values })
  })
}
