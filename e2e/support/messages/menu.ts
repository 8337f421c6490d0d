import { type Locator, expect } from '@playwright/test'

/** Opens the menu of a message. A row that moves while its button is pressed takes no click, so it is pressed again. */
export async function openMenuOf(message: Locator): Promise<void> {
  const menu = message.page().getByRole('menu')
  await expect(menu).toHaveCount(0)
  await expect(async () => {
    if ((await menu.count()) === 0) {
      await message.hover()
      await message.getByRole('button', { name: 'Ações da mensagem' }).click()
    }
    await expect(menu).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
}

export async function chooseInMenuOf(message: Locator, action: string): Promise<void> {
  await openMenuOf(message)
  await message.page().getByRole('menuitem', { name: action, exact: true }).click()
}
