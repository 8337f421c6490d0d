import type { Locator } from '@playwright/test'

/** Scrolls a list by some px, and presses in the middle of one of its things in the same moment, as a quick hand does. */
export async function pressRightAfterScroll(list: Locator, by: number, pressed: Locator): Promise<void> {
  await list.evaluate(async (view, distance) => {
    const scrolled = new Promise((resolve) => view.addEventListener('scroll', resolve, { once: true }))
    view.scrollBy(0, distance)
    await scrolled
  }, by)
  const box = await pressed.boundingBox()
  if (!box) throw new Error('What is to be pressed is not on the page.')
  await pressed.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
