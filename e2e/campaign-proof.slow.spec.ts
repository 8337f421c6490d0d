import type { Contact } from '@guiche/wa-testserver'
import { type Page, expect, test } from '@playwright/test'
import { must } from './support/call.ts'
import { choose, chooseSheet, csv, fillDate, inMenuOf, pauseBetween, rowOf, thisMinute } from './support/campaigns.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)
const url = (path: string) => `${server().url}${path}`

/** A campaign waits for the minute of its start, and pauses between its messages. */
const late = { timeout: 150_000 }

interface Listed {
  name: string
  account: Contact
}

/** What the phone of a person has decrypted. */
const textsOf = ({ account }: Listed) => account.inbox.map(({ text }) => text)

test('From a sheet with mistakes to a campaign on two numbers, its answers, and the next one', async ({
  browser,
  page,
}) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  await company.queue('Vendas')
  const offers = await company.queue('Ofertas')
  await must(company.call('POST', '/tags', { name: 'Interessados', color: '#0b8f6a', kanban: 0 }))
  const phones = [
    whatsApp().phone('5511900000041', 'Casa Aurora', { businessName: 'Casa Aurora' }),
    whatsApp().phone('5511900000042', 'Casa Aurora Praia', { businessName: 'Casa Aurora Praia' }),
  ] as const
  const people = ['Rita Moura', 'Leo Dias', 'Eva Reis', 'Caio Lima', 'Davi Paz', 'Nina Luz'].map(
    (name, nth): Listed => ({ name, account: whatsApp().contact(`551198888704${nth}`, name) }),
  )
  const [rita, leo] = people
  if (!rita || !leo) throw new Error('there are to be people')
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const supervisor = await company.attendant('Vera Prado', [], { profile: 'supervisor' })
  const { page: other } = await openDesk(browser, server(), supervisor)
  const ana = await openDesk(browser, server(), await company.attendant('Ana Prado', [offers]))
  await pauseBetween(company.call, 10)
  const dialog = page.getByRole('dialog')
  const progress = (on: Page) => on.getByRole('region', { name: 'Andamento da campanha' })
  await logIn(page, server(), admin)
  await linkByPage(page, server(), phones[0], { name: 'Loja Centro', queues: ['Vendas'] })
  await linkByPage(page, server(), phones[1], { name: 'Loja Praia', queues: ['Vendas'] })

  await test.step('a sheet with mistakes says which rows are refused and why, and the others are imported', async () => {
    await page.goto(url('/contact-lists'))
    await page.getByRole('button', { name: 'Nova lista' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Clientes de maio')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('link', { name: 'Clientes de maio' }).click()
    await page.getByRole('button', { name: 'Importar planilha' }).first().click()
    const rows = [
      'Nome;Número;Cidade',
      'Rita Moura;(11) 98888-7040;Recife',
      'Leo Dias;+55 11 98888-7041;Natal',
      'Sem DDD;98888-7049;Olinda',
      'Eva Reis;11988887042;',
      'Caio Lima;5511988887043;Recife',
      'Excel;1,19E+12;Recife',
      'Davi Paz;11 98888 7044;Natal',
      'Nina Luz;(11) 8888-7045;Recife',
      'Rita outra vez;11 8888-7040;Recife',
    ]
    await chooseSheet(page, csv(rows.join('\n')))
    await expect(dialog.getByText('clientes.csv: estas são as primeiras 9 linhas.')).toBeVisible()
    for (const [line, reason] of [
      ['Linha 4', /sem DDD/],
      ['Linha 7', /encurtado pelo Excel/],
    ] as const) {
      await expect(dialog.getByText(line)).toBeVisible()
      await expect(dialog.getByText(reason)).toBeVisible()
    }
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await expect(dialog.getByRole('heading', { name: 'Importação concluída' })).toBeVisible()
    for (const [what, count] of [
      ['Adicionados', '6'],
      ['Já estavam', '1'],
      ['Recusados', '2'],
    ] as const)
      await expect(dialog.locator('dl > div').filter({ hasText: what })).toContainText(count)
    await page.keyboard.press('Escape')
  })

  await test.step('a campaign on both numbers is written, and a colleague opens its report', async () => {
    await page.goto(url('/campaigns'))
    await page.getByRole('button', { name: 'Nova campanha' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill('Primavera')
    await choose(page, dialog, 'Lista de contatos', 'Clientes de maio')
    await dialog.getByRole('combobox', { name: 'Conexões' }).click()
    for (const name of ['Loja Centro', 'Loja Praia']) await page.getByRole('option', { name }).click()
    await choose(page, dialog, 'Fila das respostas', 'Ofertas')
    await choose(page, dialog, 'Tag de quem responde', 'Interessados')
    await dialog.getByRole('textbox', { name: 'Mensagem 1', exact: true }).fill('Oi {primeironome}, de {cidade|longe}!')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, 'Primavera')).toContainText('Inativa')
    await other.goto(url('/campaigns'))
    await inMenuOf(other, 'Primavera', 'Ver relatório')
    await expect(other.getByRole('heading', { name: 'A campanha ainda não começou' })).toBeVisible()
  })

  await test.step('with a date it starts, and the second window shows live how many it has reached', async () => {
    await page.getByRole('button', { name: 'Editar Primavera' }).click()
    await fillDate(dialog, thisMinute())
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(progress(other)).toContainText(/[1-5] de 6/, late)
    await expect(progress(other)).toContainText('Em Andamento')
    await expect(progress(other)).toContainText('6 de 6', late)
    await expect(progress(other)).toContainText('Finalizada', late)
    await expect(rowOf(page, 'Primavera')).toContainText('Finalizada')
  })

  await test.step('each phone has decrypted one message, with its own text, from one of the two numbers', async () => {
    const cities = ['Recife', 'Natal', 'longe', 'Recife', 'Natal', 'Recife']
    expect(people.map(textsOf)).toEqual(
      people.map(({ name }, nth) => [expect.stringContaining(`Oi ${name.split(' ')[0]}, de ${cities[nth]}!`)]),
    )
    expect(new Set(people.map(({ account }) => account.inbox[0]?.from))).toEqual(new Set(phones))
  })

  /** Writes to the number from which the campaign has written. */
  const answer = ({ account }: Listed, text: string) =>
    account.chat(account.inbox[0]?.from === phones[0] ? phones[0] : phones[1]).text(text)

  await test.step('a reply becomes a ticket in the queue and with the tag, below the message of the campaign', async () => {
    await answer(rita, 'Quero saber mais')
    await ana.tab('Aguardando').click()
    await expect(ana.row('Rita Moura')).toContainText('Quero saber mais')
    await expect(ana.row('Rita Moura')).toContainText('Interessados')
    await ana.accept('Rita Moura')
    await expect(ana.message('Quero saber mais')).toBeVisible()
    const words = (await ana.conversation.getByRole('listitem').allInnerTexts()).join('\n')
    expect(words).toMatch(/Oi Rita, de Recife![^]*Quero saber mais/)
    await ana.write('Já conto')
    await rita.account.waitForMessage(({ text }) => text?.includes('Já conto') === true)
  })

  await test.step('"parar" is confirmed once, and opens no work', async () => {
    const confirmation = 'você não receberá mais as nossas campanhas'
    await answer(leo, 'Parar')
    await leo.account.waitForMessage(({ text }) => text?.includes(confirmation) === true)
    await answer(leo, 'PARAR!')
    await answer(leo, 'Obrigado')
    // Messages of a person are heard in their order, so the second wish has been heard by now.
    const waiting = async () =>
      (await must<{ tickets: object[] }>(company.call('GET', '/tickets?status=pending&showAll=true'))).tickets
    await expect.poll(waiting).toEqual([expect.objectContaining({ lastMessage: 'Obrigado' })])
    expect(textsOf(leo)).toEqual([expect.stringContaining('Oi Leo'), expect.stringContaining(confirmation)])
    const figure = other.getByRole('main').locator('dl > div').filter({ hasText: 'Pediram para sair' })
    await expect(figure).toHaveText(/^Pediram para sair\s*1\s*em resposta/)
  })

  await test.step('the next campaign leaves that person out, and says why', async () => {
    const { tickets } = await must<{ tickets: { id: number }[] }>(
      company.call('GET', '/tickets?status=pending&showAll=true'),
    )
    const open = await must<{ tickets: { id: number }[] }>(company.call('GET', '/tickets?status=open&showAll=true'))
    for (const { id } of [...tickets, ...open.tickets])
      await must(company.call('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false }))
    await pauseBetween(company.call, 0)
    const lists = await must<{ id: number; name: string }[]>(company.call('GET', '/contact-lists/list'))
    const connections = await must<{ id: number }[]>(company.call('GET', '/whatsapp?session=0'))
    const { id } = await must<{ id: number }>(
      company.call('POST', '/campaigns', {
        name: 'Verão',
        contactListId: lists[0]?.id,
        whatsappId: connections.map((one) => one.id).join(','),
        message1: 'Chegou o verão',
        scheduledAt: new Date().toISOString(),
      }),
    )
    await page.goto(url(`/campaign/${id}/report`))
    await expect(progress(page)).toContainText('Finalizada', late)
    await expect(progress(page)).toContainText('5 de 5')
    await expect(page.getByRole('region', { name: 'Não entregues' })).toContainText('Pediu para não receber campanhas')
    await expect(rowOf(page, 'Leo Dias')).toContainText('Pediu para não receber campanhas')
    for (const person of people)
      expect(textsOf(person).filter((text) => text?.includes('Chegou o verão'))).toHaveLength(person === leo ? 0 : 1)
  })
})
