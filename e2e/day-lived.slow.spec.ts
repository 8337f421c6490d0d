import { type Browser, expect } from '@playwright/test'
import { menu as ofBot, answer } from './support/bot.ts'
import { letTimePass, moveClock } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import { openDashboard } from './support/numbers/dashboard.ts'
import { colouredIn, savedPicture } from './support/numbers/pictures.ts'
import { openReport } from './support/numbers/report.ts'
import { type Row, hoursOf, meanOf, minutesIn, secondsIn, sumOf } from './support/numbers/tables.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { type Chat, openChat } from './support/visitor.ts'

/** What `liveADay` makes of the cards that count. */
const counts: Readonly<Record<string, number>> = {
  'Chats Pendentes': 1,
  'Chats Ativos': 1,
  'Chats Concluídos': 3,
  'Chats Encerrados': 3,
  Leads: 5,
  'Concluídos por pessoas': 2,
  'Concluídos pelo bot': 1,
  'Concluídos sem resposta': 1,
  'Esperas sem resposta': 1,
  Avaliações: 1,
  'Sem avaliação': 2,
  'Aguardando avaliação': 0,
  Promotores: 0,
  Neutros: 0,
  Detratores: 0,
}

/** How many values each mean has. */
const means: Readonly<Record<string, number>> = {
  'T.M. de Atendimento': 2,
  'T.M. até aceitar': 2,
  'T.M. de Espera': 4,
  'T.M. de Espera no expediente': 4,
  'T.M. da primeira resposta': 3,
  'Espera atual': 1,
  'Nota média': 1,
}

/** How many rows there are behind each card. */
const rowsOf = { ...counts, ...means }

test('A day is lived, and every number of it is the same in card, list, chart, report and file', async ({
  browser,
  page,
  server,
}) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  // It is noon there, so that nothing of this day was yesterday.
  await moveClock(company, 12)
  await liveADay(browser, server, company)
  await logIn(page, server, company.admin)
  const dashboard = await openDashboard(page, server)
  const cards: Record<string, string> = {}

  await test.step('the cards say what happened, and each is as long as its list', async () => {
    for (const tab of ['NPS', 'Indicadores']) {
      await dashboard.tab(tab)
      const shown = await dashboard.cards()
      Object.assign(cards, shown)
      for (const [label, text] of Object.entries(shown)) {
        if (label in counts) expect(text, label).toBe(String(counts[label]))
        expect((await dashboard.listOf(label)).length, label).toBe(rowsOf[label])
      }
    }
    expect(Object.keys(cards).toSorted()).toEqual(Object.keys(rowsOf).toSorted())
  })

  await test.step('a mean is that of the values in its list', async () => {
    for (const label of Object.keys(means).filter((name) => name !== 'Nota média')) {
      const values = (await dashboard.listOf(label)).map((row) => minutesIn(row['Tempo']))
      // Both were rounded to minutes, and one of them goes on while it is read.
      expect(Math.abs(meanOf(values) - minutesIn(cards[label])), label).toBeLessThanOrEqual(1)
    }
    expect(cards['Nota média']).toBe('5')
  })

  await test.step('the file of the dashboard says what the cards say', async () => {
    const file = await dashboard.file()
    for (const [label, length] of Object.entries(rowsOf))
      expect(file[label]?.['Itens na lista'], label).toBe(String(length))
    for (const [label, text] of Object.entries(cards)) {
      const [, inFile = ''] = Object.values(file[label] ?? {})
      if (label !== 'Espera atual') expect(inFile, label).toBe(text)
    }
    expect(file['Total de Atendimentos']).toMatchObject({ 'Itens na lista': '5' })
    expect(file['Ótimo']).toMatchObject({ 'Itens na lista': '1' })
  })

  await test.step('the charts and the table of attendants add up to the cards', async () => {
    for (const title of ['Total de Atendimentos', 'Atendimentos por fila'])
      expect(sumOf(await dashboard.chart(title), title), title).toBe(5)
    const ratings = await dashboard.chart('Avaliação dos Atendimentos')
    expect(sumOf(ratings, 'Avaliação dos Atendimentos')).toBe(counts['Avaliações'])
    expect(await colouredIn(await savedPicture(page, 'Avaliação dos Atendimentos'))).toBeGreaterThan(10_000)
    const attendants = await dashboard.attendants()
    expect(attendants).toContainEqual(
      expect.objectContaining({ Nome: expect.stringContaining('Bruno Sá'), Avaliados: '1', Total: '1' }),
    )
    expect(sumOf(attendants, 'Avaliados')).toBe(counts['Avaliações'])
    // Of Ivo, who left the menu, and Caio, who waits, nobody has the attendance.
    expect(sumOf(attendants, 'Total')).toBe(3)
  })

  const report = await openReport(page, server)
  const served = await report.file('Atendimentos em CSV')
  const waits = await report.file('Esperas em CSV')
  const messages = await report.file('Mensagens em CSV')

  await test.step('CSV and XLSX are the same', async () => {
    expect(await report.file('Atendimentos em XLSX')).toEqual(served)
    expect(await report.file('Esperas em XLSX')).toEqual(waits)
    expect(await report.file('Mensagens em XLSX')).toEqual(messages)
  })

  await test.step('the report shows the rows of its file', async () => {
    const rows = await report.rows('Tickets')
    const cellsOf = (row: Row, contact: string) =>
      [row['Ticket'], row[contact]?.split('\n')[0], row['Atendente'] || '–', row['Fila'] || '–', row['Status']].join()
    expect(rows.map((row) => cellsOf(row, 'Contato'))).toEqual(served.map((row) => cellsOf(row, 'Nome')))
    // The rows of the other tab stay until those of this one are there.
    await expect.poll(async () => (await report.rows('Pesquisa/NPS')).length).toBe(counts['Avaliações'])
  })

  await test.step('the files add up to the cards', async () => {
    const over = served.filter((row) => row['Encerrado em'])
    const byPeople = over.filter((row) => row['Atendente'])
    const withStatus = (status: string) => served.filter((row) => row['Status'] === status)
    const rated = served.filter((row) => row['Avaliação'])
    const answered = waits.filter((row) => row['Respondido por'] !== 'Ninguém')
    const meanIn = (rows: readonly Row[], column: string) => hoursOf(meanOf(rows.map((row) => secondsIn(row[column]))))
    const ofFiles = {
      'Chats Pendentes': withStatus('Aguardando').length,
      'Chats Ativos': withStatus('Atendendo').length,
      'Chats Concluídos': over.length,
      'Chats Encerrados': withStatus('Encerrado').length,
      Leads: new Set(served.map((row) => row['Nome'])).size,
      'Concluídos por pessoas': byPeople.length,
      'Concluídos pelo bot': over.length - byPeople.length,
      'Esperas sem resposta': waits.length - answered.length,
      Avaliações: rated.length,
      'Sem avaliação': withStatus('Encerrado').filter((row) => !row['Avaliação']).length,
      'T.M. de Atendimento': meanIn(byPeople, 'Tempo de atendimento'),
      'T.M. até aceitar': meanIn(byPeople, 'Espera até aceitar'),
      'T.M. de Espera': meanIn(answered, 'Tempo de espera'),
      'T.M. de Espera no expediente': meanIn(answered, 'Espera no expediente'),
      'Nota média': meanOf(rated.map((row) => (5 * Number(row['Avaliação'])) / Number(row['Nota máxima']))),
    }
    for (const [label, value] of Object.entries(ofFiles)) expect(cards[label], label).toBe(String(value))
    expect(messages.filter((row) => row['Sentido'] === 'Recebida').map((row) => row['Texto'])).toContain('É o azul')
  })
})

/**
 * Rita asks the bot for sales, goes on to support, and rates. Ivo leaves by the menu of the bot. Lia is served and not
 * asked, Noa is being served, and Caio waits.
 */
async function liveADay(browser: Browser, server: Server, company: Company): Promise<void> {
  const pass = (minutes: number) => letTimePass(server, company, minutes)
  await company.setting('userRating', 'enabled')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const settings = { ratingMessage: 'De 1 a 5, que nota você dá?', complationMessage: 'Até logo!' }
  const chat = await company.webChat([sales, support], { ...settings, greetingMessage: 'Com quem quer falar?' })
  const ofSales = await company.webChat([sales], settings)
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [sales]))
  const bruno = await openDesk(browser, server, await company.attendant('Bruno Sá', [support]))

  const rita = await openChat(browser, server, chat, 'Rita Moura')
  await rita.write('Minha torneira pinga')
  await choose(rita, 'Vendas')
  await expect(ana.tab('Aguardando')).toContainText('1')
  await pass(7)
  await ana.accept('Rita Moura')
  await pass(5)
  await ana.write('Qual é o modelo?')
  await rita.write('É o azul')
  await expect(ana.message('É o azul')).toBeVisible()
  await pass(9)
  await transfer(ana, 'Rita Moura', 'Suporte')
  await bruno.accept('Rita Moura')
  await pass(4)
  await bruno.write('Amanhã passamos aí')
  await expect(rita.message('Amanhã passamos aí')).toBeVisible()
  await pass(20)
  await close(bruno, 'Encerrar com avaliação')
  await expect(rita.message(settings.ratingMessage)).toBeVisible()
  await pass(2)
  await answer(rita, '5')
  await expect(rita.message(settings.complationMessage)).toBeVisible()

  const ivo = await openChat(browser, server, chat, 'Ivo Reis')
  await ivo.write('Só estou olhando')
  await choose(ivo, ofBot.leave)
  await expect(ivo.message(settings.complationMessage)).toBeVisible()

  await visitorWrites(server, ofSales, 'Lia Costa', 'Vocês entregam?')
  await expect(ana.tab('Aguardando')).toContainText('1')
  await pass(3)
  await ana.accept('Lia Costa')
  await ana.write('Entregamos, sim')
  await pass(10)
  await close(ana, 'Encerrar sem avaliação')
  await expect(ana.page.getByRole('button', { name: /^Desfazer/ })).toHaveCount(0)

  await visitorWrites(server, ofSales, 'Noa Lima', 'Bom dia')
  await ana.accept('Noa Lima')
  await ana.write('Bom dia, Noa')
  await visitorWrites(server, ofSales, 'Caio Dias', 'Boa tarde')
  await expect(ana.tab('Aguardando')).toContainText('1')
  await pass(6)
}

const choose = ({ page }: Chat, choice: string) =>
  page.getByRole('group', { name: 'Opções' }).getByRole('button', { name: choice }).click()

async function transfer({ page, row }: Desk, contact: string, queue: string): Promise<void> {
  await row(contact).hover()
  await row(contact).getByRole('button', { name: 'Transferir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /fila/i }).click()
  await page.getByRole('option', { name: queue }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Closes the ticket that is open. */
async function close({ page }: Desk, choice: 'Encerrar com avaliação' | 'Encerrar sem avaliação'): Promise<void> {
  await page.getByRole('button', { name: 'Encerrar', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: choice }).check()
  await dialog.getByRole('button', { name: 'Encerrar' }).click()
  await expect(dialog).toHaveCount(0)
}
