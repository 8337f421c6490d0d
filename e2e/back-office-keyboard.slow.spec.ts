import { type Locator, type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Presses a key until the element has the focus. */
async function keyTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await element.evaluate((one) => one === one.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(element).toBeFocused()
}

test('A queue with a menu is added, changed and deleted with the keyboard alone', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Oficina')
  await logIn(page, server, await company.attendant('Bia Sales', [], { profile: 'admin' }))
  await page.goto(`${server.url}/queues`)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Adicionar fila' })
  const save = dialog.getByRole('button', { name: 'Salvar' })

  await test.step('adds it', async () => {
    await keyTo(page, add)
    await keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Nome', exact: true })).toBeFocused()
    await keyboard.type('Vendas')
    await keyTo(page, dialog.getByRole('tab', { name: 'Dados da fila' }), 'Shift+Tab')
    await keyboard.press('ArrowRight')
    await expect(dialog.getByRole('tab', { name: 'Menu' })).toHaveAttribute('aria-selected', 'true')
    await keyTo(page, dialog.getByRole('button', { name: 'Adicionar opção', exact: true }))
    await keyboard.press('Enter')
    await keyTo(page, dialog.getByRole('textbox', { name: 'Nome da opção' }))
    await keyboard.type('Sofás')
    await keyTo(page, dialog.getByRole('combobox', { name: 'Tipo' }))
    await keyTo(page, dialog.getByRole('textbox', { name: 'Mensagem', exact: true }))
    await keyboard.type('Chega em dois dias.')
    await keyTo(page, save)
    await keyboard.press('Enter')
    await expect(page.getByText('Fila salva com sucesso.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(add).toBeFocused()
  })

  await test.step('finds it again, and leaves without a change', async () => {
    await keyTo(page, page.getByRole('button', { name: 'Editar Vendas' }))
    await keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Nome', exact: true })).toHaveValue('Vendas')
    await keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Editar Vendas' })).toBeFocused()
    const queues = await must<{ name: string; chatbots: { name: string }[] }[]>(company.call('GET', '/queue'))
    expect(queues.find(({ name }) => name === 'Vendas')?.chatbots).toMatchObject([{ name: 'Sofás' }])
  })

  await test.step('deletes it after a question', async () => {
    await keyTo(page, page.getByRole('button', { name: 'Mais ações de Vendas' }))
    await keyboard.press('Enter')
    await keyTo(page, page.getByRole('menuitem', { name: 'Excluir' }), 'ArrowDown')
    await keyboard.press('Enter')
    await keyTo(page, page.getByRole('dialog').getByRole('button', { name: 'Excluir' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Vendas/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Oficina/ })).toBeVisible()
  })
})

test('A web chat and a user are added with the keyboard alone', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')

  await test.step('a web chat', async () => {
    await page.goto(`${server.url}/connections`)
    await keyTo(page, page.getByRole('button', { name: 'Nova conexão' }).first())
    await keyboard.press('Enter')
    await keyTo(page, page.getByRole('menuitem', { name: 'Chat do site' }), 'ArrowDown')
    await keyboard.press('Enter')
    await keyTo(page, dialog.getByRole('textbox', { name: 'Nome', exact: true }))
    await keyboard.type('Chat da loja')
    await keyTo(page, dialog.getByRole('button', { name: 'Salvar' }))
    await keyboard.press('Enter')
    await expect(dialog.getByRole('tab', { name: 'Instalação' })).toHaveAttribute('aria-selected', 'true')
    await keyTo(page, dialog.getByRole('button', { name: 'Fechar' }).last())
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Chat da loja')).toBeVisible()
  })

  await test.step('a user', async () => {
    await page.goto(`${server.url}/users`)
    await keyTo(page, page.getByRole('button', { name: 'Adicionar usuário' }))
    await keyboard.press('Enter')
    await keyTo(page, dialog.getByRole('textbox', { name: 'Nome', exact: true }))
    await keyboard.type('Caio Reis')
    await keyTo(page, dialog.getByRole('textbox', { name: 'Senha' }))
    await keyboard.type('uma-senha-boa')
    await keyTo(page, dialog.getByRole('textbox', { name: 'E-mail' }))
    await keyboard.type('bia.teclado@empresa.test')
    await keyTo(page, dialog.getByRole('button', { name: 'Salvar' }))
    await keyboard.press('Enter')
    await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()
    await expect(page.getByRole('row', { name: /Caio Reis/ })).toBeVisible()
  })
})
