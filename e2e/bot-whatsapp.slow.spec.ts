import type { Contact } from '@guiche/wa-testserver'
import { expect, test } from '@playwright/test'
import { closeEveryDay, makeFileList, menu, openEveryDay } from './support/bot.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { answers, linkByPage, reads, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)
test.setTimeout(360_000)

const closed = 'Estamos fechados agora.'
const queuesMenu = 'Olá, Rita! Com quem quer falar?'

const countOf = ({ inbox }: Contact, part: string) => inbox.filter(({ text }) => text?.includes(part)).length

test('Customers on WhatsApp walk the menus of the bot within hours, and are told outside of them', async ({
  browser,
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  await company.setting('nationalHolidays', 'disabled')
  await company.setting('scheduleType', 'company')
  const [deliveries, sales] = [await company.queue('Entregas'), await company.queue('Vendas')]
  const person = await company.attendant('Ana Prado', [deliveries, sales])
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const [rita, caio] = [whatsApp().contact('5511988887777', 'Rita Moura'), whatsApp().contact('5511977776666', 'Caio')]
  const chat = rita.chat(phone)
  await logIn(page, server(), await company.attendant('Bia Costa', [], { profile: 'admin' }))

  await test.step('the bot is set up', async () => {
    await makeFileList(page, server(), { name: 'Tabelas', message: 'Nossos preços:' })
    const { files } = await must<{ files: { id: number }[] }>(company.call('GET', '/files'))
    const chatbots = [
      { name: 'Catálogo', queueType: 'file', optFileId: files[0]?.id },
      {
        name: 'Sofás',
        greetingMessage: 'Qual tipo?',
        options: [
          { name: 'Pronta-entrega', greetingMessage: 'Temos dez.' },
          { name: 'Sob medida', greetingMessage: 'Já vem.', queueType: 'attendent', optUserId: person.id },
        ],
      },
      { name: 'Era só isso', greetingMessage: 'Até mais!', closeTicket: true },
    ]
    await must(company.call('PUT', `/queue/${sales.id}`, { greetingMessage: 'O que você procura?', chatbots }))
    await linkByPage(page, server(), phone, {
      name: 'Loja Centro',
      queues: ['Entregas', 'Vendas'],
      texts: {
        'Mensagem de saudação': 'Olá, {{firstName}}! Com quem quer falar?',
        'Mensagem fora do expediente': closed,
        'Mensagem de despedida': 'Volte sempre!',
      },
    })
  })

  const ana = await openDesk(browser, server(), person)
  await ana.tab('Aguardando').click()

  await test.step('outside of the hours of the company each message is answered so, and no menu comes', async () => {
    await page.goto(`${server().url}/settings`)
    await page.getByRole('tab', { name: 'Horários' }).click()
    await closeEveryDay(page.getByRole('tabpanel'))
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible()
    await chat.text('Vocês abrem hoje?')
    await reads(rita, closed)
    await expect(async () => {
      await chat.text('Alguém aí?')
      await expect.poll(() => countOf(rita, closed), { timeout: 5000 }).toBeGreaterThan(1)
    }).toPass()
    expect(countOf(rita, queuesMenu)).toBe(0)
  })

  await test.step('within them the menu comes, and again after an answer that is no option', async () => {
    await openEveryDay(page.getByRole('tabpanel'))
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Horários atualizados com sucesso.').last()).toBeVisible()
    await answers(chat, 'E agora?')
    expect(await reads(rita, queuesMenu)).toContain(
      `${queuesMenu}\n\n*[ 1 ]* - Entregas\n*[ 2 ]* - Vendas\n*[ Sair ]* - Encerrar atendimento`,
    )
    await expect(async () => {
      await chat.text('Quero um sofá')
      await rita.waitForMessage(({ text }) => text?.includes(menu.invalid) === true, 5000)
    }).toPass()
  })

  await test.step('down to the second level, back to the queues, and a file', async () => {
    await answers(chat, '2')
    expect(await reads(rita, 'O que você procura?')).toContain('*[ 2 ]* - Sofás')
    await answers(chat, '2')
    expect(await reads(rita, 'Qual tipo?')).toContain('*[ 1 ]* - Pronta-entrega')
    const menus = countOf(rita, queuesMenu)
    await answers(chat, '#')
    await expect.poll(() => countOf(rita, queuesMenu), { timeout: 60_000 }).toBe(menus + 1)
    await answers(chat, '2')
    await expect.poll(() => countOf(rita, 'O que você procura?'), { timeout: 60_000 }).toBe(2)
    await answers(chat, '1')
    await reads(rita, 'Nossos preços:')
    const file = await rita.waitForMessage(({ kind }) => kind === 'document', 60_000)
    expect(file.file?.toString()).toBe('Bolo: 25')
    await expect(ana.row('Rita Moura')).toContainText('Vendas')
  })

  await test.step('another customer reaches the attendant of an option', async () => {
    const other = caio.chat(phone)
    await other.text('Oi')
    await reads(caio, 'Com quem quer falar?')
    for (const [answer, said] of [
      ['2', 'O que você procura?'],
      ['2', 'Qual tipo?'],
      ['2', 'Já vem.'],
    ] as const) {
      await answers(other, answer)
      await reads(caio, said)
    }
    await ana.accept('Caio')
    await ana.write('Qual a medida?')
    await reads(caio, 'Qual a medida?')
  })

  await test.step('a customer leaves by an option, and by a word', async () => {
    const duda = whatsApp().contact('5511966665555', 'Duda Reis')
    const last = duda.chat(phone)
    await last.text('Oi')
    await reads(duda, 'Com quem quer falar?')
    await answers(last, '2')
    await reads(duda, 'O que você procura?')
    await answers(last, '3')
    await reads(duda, 'Até mais!')
    const closedTickets = () =>
      must<{ tickets: { contact: { name: string } }[] }>(company.call('GET', '/tickets?status=closed&showAll=true'))
    await expect
      .poll(async () => (await closedTickets()).tickets.map(({ contact }) => contact.name))
      .toContain('Duda Reis')
    await last.text('Só mais uma coisa')
    await expect.poll(() => countOf(duda, 'Com quem quer falar?'), { timeout: 60_000 }).toBe(2)
    await answers(last, 'SAIR')
    await reads(duda, 'Volte sempre!')
  })
})
