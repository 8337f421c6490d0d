const controls = ['input:not([type="hidden"])', 'select', 'textarea', 'button']
  .map((control) => `${control}:not(:disabled, [tabindex="-1"])`)
  .join()

/**
 * For `ref`: focuses what the library's trap of the focus would focus a moment after the dialog is shown. A key that is
 * pressed before that would still reach the page.
 */
export function takeFocus(dialog: HTMLElement | null): void {
  const chosen = dialog?.querySelector<HTMLElement>('[data-autofocus]')
  const first = chosen ?? dialog?.querySelector<HTMLElement>(controls)
  first?.focus({ preventScroll: true })
}
