import { expect } from '@playwright/test'
import { letMinutesPass } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { type Desk, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const rows = ({ page }: Desk) => page.getByRole('region', { name: 'Conversas' }).getByRole('listitem')
const customersOf = async (desk: Desk) =>
  (await rows(desk).allTextContents()).map((text) => /Cliente \d/.exec(text)?.[0] ?? '')

test('Three attendants get the customers of a queue in turn, and who does not answer loses theirs', async ({
  browser,
  server,
}) => {
  test.setTimeout(420_000)
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const people = []
  for (const name of ['Ana Prado', 'Bia Costa', 'Caio Reis']) people.push(await company.attendant(name, [queue]))
  const admin = await openDesk(browser, server, company.admin)

  await test.step('the admin switches it on in the dialog of the queue', async () => {
    const { page } = admin
    await page.goto(`${server.url}/queues`)
    await page.getByRole('button', { name: 'Editar Vendas' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Distribuir os tickets em rodízio' }).press('Space')
    await dialog.getByRole('combobox', { name: 'Passar para o próximo sem resposta em' }).click()
    await page.getByRole('option', { name: '5 minutos', exact: true }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('while nobody is there, a customer waits', async () => {
    await visitorWrites(server, webChat, 'Cliente 1', 'Bom dia')
    await admin.page.goto(`${server.url}/tickets`)
    await admin.tab('Aguardando').click()
    await expect(admin.row('Cliente 1')).toBeVisible()
  })

  const desks: Desk[] = []
  for (const person of people) desks.push(await openDesk(browser, server, person))
  const counts = () => Promise.all(desks.map((desk) => rows(desk).count()))

  await test.step('when they have come each gets as many', async () => {
    await expect(admin.row('Cliente 1')).toHaveCount(0)
    for (let nth = 2; nth <= 6; nth++) await visitorWrites(server, webChat, `Cliente ${nth}`, 'Bom dia')
    await expect.poll(counts).toEqual([2, 2, 2])
  })

  await test.step('the customers of one who does not answer go to those who are next, once each', async () => {
    const [ana, bia, caio] = desks
    if (!ana || !bia || !caio) throw new Error('one of them is missing')
    for (const desk of [ana, bia])
      for (const customer of await customersOf(desk)) {
        await desk.open(customer)
        await desk.write('Já estou vendo')
      }
    const lost = await customersOf(caio)
    await letMinutesPass(server, company, 5)
    await expect.poll(counts).toEqual([3, 3, 0])
    const passed = (await customersOf(ana)).find((customer) => lost.includes(customer))
    await ana.open(passed ?? '')
  })

  await test.step('an admin reads in the log whose turn it was', async () => {
    const { page } = admin
    await page.goto(desks[0]?.page.url() ?? '')
    // That of the list, and later that of the ticket.
    const more = page.getByRole('main').getByRole('button', { name: 'Mais ações' })
    await expect(more).toHaveCount(2)
    await more.last().click()
    await page.getByRole('menuitem', { name: 'Histórico do ticket' }).click()
    const log = page.getByRole('dialog')
    await expect(log).toContainText('Ticket atribuído a Caio Reis · era a sua vez entre os atendentes disponíveis')
    await expect(log).toContainText('Ticket atribuído a Ana Prado · o atendente anterior não respondeu a tempo')
  })
})
