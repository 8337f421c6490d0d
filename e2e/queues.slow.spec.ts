import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const names = (page: Page) => page.getByRole('row').locator('td:nth-child(3)')
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Mover ${name}` })

async function withQueues(company: Company): Promise<void> {
  for (const [index, name] of ['Vendas', 'Entregas', 'Oficina'].entries()) {
    const { id } = await company.queue(name)
    await must(company.call('PUT', `/queue/${id}`, { orderQueue: index + 1 }))
  }
}

test('An admin puts the queues into order, by dragging and by keys', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await withQueues(company)
  const { email, password } = await company.attendant('Bia Prado', [], { profile: 'admin' })
  const second = await (await browser.newContext()).newPage()
  await logIn(second, server, { email, password })
  await second.goto(`${server.url}/queues`)
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])

  await test.step('by dragging', async () => {
    const [from, to] = [await handle(page, 'Oficina').boundingBox(), await handle(page, 'Vendas').boundingBox()]
    if (!from || !to) throw new Error('there are no handles')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await page.mouse.move(to.x + to.width / 2, to.y - 4)
    await page.mouse.up()
    await expect(names(page)).toHaveText(['Oficina', 'Vendas', 'Entregas'])
    await expect(names(second)).toHaveText(['Oficina', 'Vendas', 'Entregas'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('by keys, with Escape to put it back', async () => {
    await handle(page, 'Oficina').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Oficina: posição 1 de 3')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Oficina: posição 2 de 3')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Oficina ficou na posição 1 de 3')).toBeAttached()
    await expect(names(page)).toHaveText(['Oficina', 'Vendas', 'Entregas'])
    await expect(handle(page, 'Oficina')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByText('Oficina: posição 1 de 3')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Oficina: posição 2 de 3')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Oficina: posição 3 de 3')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(page.getByText('Oficina ficou na posição 3 de 3')).toBeAttached()
    await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
    await expect(names(second)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
    await expect(handle(page, 'Oficina')).toBeFocused()
  })

  await test.step('it stays, and a new queue is the last one', async () => {
    await page.reload()
    await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
    await page.getByRole('button', { name: 'Adicionar fila' }).click()
    await page.getByRole('textbox', { name: 'Nome' }).fill('Ateliê')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina', 'Ateliê'])
    await expectAccessibleInBothSchemes(page)
  })
})

test('A refused order goes back, and says why', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await withQueues(company)
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
  await page.route('**/queue/order', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'ERR_QUEUES_CHANGED' }),
    }),
  )

  await handle(page, 'Vendas').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Vendas: posição 1 de 3')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Vendas: posição 2 de 3')).toBeAttached()
  await page.keyboard.press('Space')

  await expect(page.getByText('As filas mudaram enquanto isso. Confira a lista e ordene de novo.')).toBeVisible()
  await expect(names(page)).toHaveText(['Vendas', 'Entregas', 'Oficina'])
})

test('The list says live how many tickets are served, and a deletion what uses the queue', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, repairs] = [await company.queue('Vendas'), await company.queue('Oficina')]
  const person = await company.attendant('Ana Prado', [sales])
  const chat = await company.webChat([sales], { name: 'Chat da loja', sendIdQueue: sales.id, timeSendQueue: 5 })
  await must(
    company.call('PUT', `/queue/${repairs.id}`, {
      chatbots: [{ name: 'Falar com vendas', queueType: 'queue', optQueueId: sales.id }],
    }),
  )
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  await expect(page.getByRole('columnheader', { name: 'Atendendo' })).toBeVisible()
  const served = async (name: string) => {
    const titles = await page.getByRole('columnheader').allTextContents()
    return page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .nth(titles.indexOf('Atendendo'))
  }
  await expect(await served('Vendas')).toHaveText('0')

  const visitor = await openChat(browser, server, chat, 'Rita Moura')
  await visitor.write('Bom dia')
  const ana = await openDesk(browser, server, person)
  await ana.accept('Rita Moura')
  await expect(await served('Vendas')).toHaveText('1')
  await expect(await served('Oficina')).toHaveText('0')

  await page.getByRole('button', { name: 'Mais ações de Vendas' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  for (const use of [
    '1 ticket em atendimento fica sem fila.',
    'Esta conexão deixa de oferecê-la: Chat da loja.',
    'Esta conexão deixa de redirecionar a ela: Chat da loja.',
    'Este usuário deixa de atendê-la: Ana Prado.',
    'Esta opção de menu deixa de levar a ela: Oficina › Falar com vendas.',
  ])
    await expect(question).toContainText(use)
  await expect(question).not.toContainText('aguarda')
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByRole('row', { name: /Vendas/ })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Oficina/ })).toBeVisible()
})

test('The queue dialog keeps what each of its tabs holds', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Vendas')
  await company.queue('Oficina')
  await must(company.call('POST', '/files', { name: 'Catálogo', message: 'Veja' }))
  await must(company.call('PUT', '/companySettings', { column: 'scheduleType', data: 'queue' }))
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/queues`)
  const dialog = page.getByRole('dialog', { name: 'Editar fila' })
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const edit = () => page.getByRole('button', { name: 'Editar Vendas' }).click()

  await edit()
  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Vendas, bom dia')
  await choose('Lista de arquivos', 'Catálogo')
  await dialog.getByRole('switch', { name: 'Encerrar o ticket de quem escolhe esta fila' }).click()
  await dialog.getByRole('switch', { name: 'Distribuir os tickets em rodízio' }).click()
  await dialog.getByRole('combobox', { name: 'Passar para o próximo sem resposta em' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Nunca',
    '2 minutos',
    '5 minutos',
    '10 minutos',
    '15 minutos',
    '30 minutos',
    '45 minutos',
    '60 minutos',
  ])
  await page.getByRole('option', { name: '10 minutos' }).click()
  await dialog.getByRole('tab', { name: 'Horários de atendimento' }).click()
  const proposed = dialog.getByText('Nem todos os dias têm horários salvos.')
  await expect(proposed).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Mensagem fora do expediente' }).fill('Vendas só amanhã')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Vendas/ })).toContainText('Vendas, bom dia')
  // It stays where it is, which is where the bot has it too.
  await expect(page.getByRole('row').nth(2)).toContainText('Oficina')

  await edit()
  await expect(dialog.getByRole('combobox', { name: 'Lista de arquivos' })).toHaveValue('Catálogo')
  await expect(dialog.getByRole('switch', { name: 'Encerrar o ticket de quem escolhe esta fila' })).toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Distribuir os tickets em rodízio' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Passar para o próximo sem resposta em' })).toHaveValue(
    '10 minutos',
  )
  await dialog.getByRole('tab', { name: 'Horários de atendimento' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Mensagem fora do expediente' })).toHaveValue('Vendas só amanhã')
  // The hours that were shown were saved too.
  await expect(proposed).toHaveCount(0)
})
