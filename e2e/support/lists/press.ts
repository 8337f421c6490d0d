import type { Locator } from '@playwright/test'

/** Scrolls a list by some px, and presses in the middle of one of its things in the same moment, as a quick hand does. */
export async function pressRightAfterScroll(list: Locator, by: number, pressed: Locator): Promise<void> {
  await list.evaluate(async (view, distance) => {
    const scrolled = new Promise((resolve) => view.addEventListener('scroll', resolve, { once: true }))
    view.scrollBy(0, distance)
    await scrolled
  }, by)
  const { x, y, width, height } = (await pressed.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await pressed.page().mouse.click(x + width / 2, y + height / 2)
}
