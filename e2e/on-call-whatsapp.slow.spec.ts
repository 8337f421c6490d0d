import { onCallWeekdays } from '@guiche/contract'
import { expect, test } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)
test.setTimeout(360_000)

const called = 'Novo atendimento aguardando sua resposta: Rita Moura'

test('At night a customer writes, who is on call is told on WhatsApp once a minute until somebody accepts', async ({
  browser,
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const ana = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  const anasPhone = whatsApp().contact('5511966665555', 'Ana')
  await logIn(page, server(), await company.attendant('Bia Costa', [], { profile: 'admin' }))
  await linkByPage(page, server(), phone, { name: 'Loja Centro', queues: ['Vendas'] })
  await must(
    company.call('POST', '/plantao', {
      userId: ana.id,
      phone: '(11) 96666-5555',
      interval: 1,
      days: onCallWeekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '23:59' })),
    }),
  )
  const calls = () => anasPhone.inbox.filter(({ text }) => text?.includes(called))

  await rita.chat(phone).text('Meu sofá chegou quebrado')
  await expect.poll(() => calls().length, { timeout: 60_000 }).toBe(1)
  expect(calls()[0]?.text).toMatch(
    /^\u200eNovo atendimento aguardando sua resposta: Rita Moura \/ 5511988887777\nhttps?:\S+$/,
  )
  await expect.poll(() => calls().length, { timeout: 120_000 }).toBe(2)

  const desk = await openDesk(browser, server(), ana)
  await test.step('the notice is no conversation: the only ticket is that of the customer', async () => {
    const { tickets } = await must<{ tickets: { contact: { name: string } }[] }>(
      company.call('GET', '/ticket/kanban?teste=true'),
    )
    expect(tickets.map(({ contact }) => contact.name)).toEqual(['Rita Moura'])
  })
  await desk.accept('Rita Moura')
  const before = calls().length
  await page.goto(`${server().url}/plantao`)
  await expect(page.getByRole('region', { name: 'Últimos avisos' }).getByRole('listitem')).toHaveCount(before)
  await expect(page.getByRole('region', { name: 'Últimos avisos' })).toContainText('enviado pelo WhatsApp')
})
