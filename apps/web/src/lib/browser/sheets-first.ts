/**
 * The style sheets of the page stand behind its shell. Those of parts that are fetched later are appended to the head, so
 * the first ones have to go there before: otherwise the library's styles would win over the product's. They are in the
 * browser's cache by now.
 */
export async function putSheetsFirst(): Promise<void> {
  const sheets = [...document.querySelectorAll('body link[rel="stylesheet"]')]
  await Promise.all(
    sheets.map(
      (sheet) =>
        new Promise((resolve) => {
          sheet.addEventListener('load', resolve, { once: true })
          sheet.addEventListener('error', resolve, { once: true })
          document.head.append(sheet)
        }),
    ),
  )
}
