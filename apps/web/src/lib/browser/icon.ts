const side = 64
/** `--g-danger-fill` and the text on it: a canvas does not read variables of style sheets. */
const colors = { badge: '#c4342b', text: '#ffffff' }

const own = '/favicon.svg'
let wanted = 0
let picture: Promise<HTMLImageElement> | undefined

/** Draws the number of unread tickets on the icon of the tab and, if the application is installed, on its icon. */
export function showUnreadInIcon(count: number): void {
  if (count === wanted) return
  wanted = count
  badgeApplication(count)
  if (count === 0) return setIcon(own)
  picture ??= load(own)
  picture.then(
    (image) => {
      // While the picture was loading, the number may have changed.
      const drawn = count === wanted && draw(image, count)
      if (drawn) setIcon(drawn)
    },
    () => (picture = undefined),
  )
}

function setIcon(address: string) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  link.type = address === own ? 'image/svg+xml' : 'image/png'
  link.href = address
}

function draw(image: HTMLImageElement, count: number): string | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.drawImage(image, 0, 0, side, side)
  const text = count > 99 ? '99+' : String(count)
  const width = 20 + 14 * text.length
  pen.fillStyle = colors.badge
  pen.beginPath()
  pen.roundRect(side - width, 0, width, 34, 17)
  pen.fill()
  pen.fillStyle = colors.text
  pen.font = 'bold 27px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, side - width / 2, 18, width - 8)
  return canvas.toDataURL('image/png')
}

function load(address: string): Promise<HTMLImageElement> {
  const image = new Image(side, side)
  image.src = address
  return image.decode().then(() => image)
}

function badgeApplication(count: number) {
  if (!('setAppBadge' in navigator)) return
  // Browsers refuse it in pages that are not installed; that is no error.
  navigator.setAppBadge(count).catch(() => undefined)
}
