import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const open = (page: Page) => page.getByRole('list', { name: 'A fazer' }).getByRole('listitem')
const done = (page: Page) => page.getByRole('list', { name: 'Feitas' }).getByRole('listitem')

test('A user keeps tasks with the keyboard alone, and finds them in other tabs and after the next login', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [])
  await logIn(page, server, ana)
  const { keyboard } = page
  const field = page.getByRole('textbox', { name: 'Nova tarefa' })
  const dialog = page.getByRole('dialog')

  await test.step('the empty list says what it is', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Tarefas' }).click()
    await expect(page).toHaveURL(/\/todolist$/)
    await expect(page.getByRole('heading', { name: 'Nenhuma tarefa ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('adds', async () => {
    await keyboard.press('n')
    await expect(field).toBeFocused()
    await keyboard.type('   ')
    await keyboard.press('Enter')
    await field.fill('Ligar para a Rita')
    await keyboard.press('Enter')
    await expect(field).toHaveValue('')
    await keyboard.type('Conferir o estoque')
    await keyboard.press('Enter')
    await expect(open(page)).toHaveText(['Conferir o estoque', 'Ligar para a Rita'])
  })

  await test.step('edits in place', async () => {
    const edit = page.getByRole('button', { name: 'Editar Ligar para a Rita' })
    await edit.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Texto da tarefa' })).toBeFocused()
    await keyboard.type('Ligar para o Ivo')
    await keyboard.press('Escape')
    await expect(open(page).last()).toHaveText('Ligar para a Rita')
    await keyboard.press('Enter')
    await keyboard.type('Ligar para o Ivo')
    await keyboard.press('Enter')
    await expect(open(page).last()).toHaveText('Ligar para o Ivo')
    await expect(page.getByRole('button', { name: 'Editar Ligar para o Ivo' })).toBeFocused()
  })

  await test.step('in another tab, live', async () => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/todolist`)
    await expect(open(other)).toHaveText(['Conferir o estoque', 'Ligar para o Ivo'])
    await page.getByRole('checkbox', { name: 'Ligar para o Ivo' }).press('Space')
    await expect(done(other)).toHaveText(['Ligar para o Ivo'])
    await expect(open(other)).toHaveText(['Conferir o estoque'])
    await expectAccessibleInBothSchemes(other)
    await other.close()
  })

  await test.step('removes', async () => {
    await page.getByRole('button', { name: 'Excluir a tarefa Conferir o estoque' }).press('Enter')
    await expect(dialog).toContainText('Conferir o estoque')
    await dialog.getByRole('button', { name: 'Excluir' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(open(page)).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(page.getByText('Tudo feito por aqui.')).toBeVisible()
  })

  await test.step('after the next login, and not for a colleague', async () => {
    await page.getByRole('button', { name: 'Conta de Ana Prado' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await logIn(page, server, await company.attendant('Bia Costa', []))
    await page.goto(`${server.url}/todolist`)
    await expect(page.getByRole('heading', { name: 'Nenhuma tarefa ainda' })).toBeVisible()
    await page.getByRole('button', { name: 'Conta de Bia Costa' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await logIn(page, server, ana)
    await page.goto(`${server.url}/todolist`)
    await expect(done(page)).toHaveText(['Ligar para o Ivo'])
  })
})

test('Tasks stay in the browser: another one does not have them, and nothing is sent', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [])
  await logIn(page, server, ana)
  await page.goto(`${server.url}/todolist`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.postData()?.includes('Rita')) sent.push(request.url())
  })
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('Ligar para a Rita')
  await page.keyboard.press('Enter')
  await expect(open(page)).toHaveText(['Ligar para a Rita'])

  const other = await openDesk(browser, server, ana)
  await other.page.goto(`${server.url}/todolist`)
  await expect(other.page.getByRole('heading', { name: 'Nenhuma tarefa ainda' })).toBeVisible()
  expect(sent).toEqual([])
})

test('A task that the browser does not store stays in the field', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, await company.attendant('Ana Prado', []))
  await page.goto(`${server.url}/todolist`)
  const field = page.getByRole('textbox', { name: 'Nova tarefa' })
  await expect(field).toBeVisible()
  await page.evaluate("Storage.prototype.setItem = () => { throw new Error('QuotaExceededError') }")

  await field.fill('Ligar para a Rita')
  await field.press('Enter')

  await expect(page.getByText('O navegador não guardou a mudança.')).toBeVisible()
  await expect(field).toHaveValue('Ligar para a Rita')
  await expect(open(page)).toHaveCount(0)
})
