import { catalogue } from '#kit/contract/texts.ts'

/** The words of the back office around a preview of the shop. */
export const texts = catalogue({
  answersNotLoaded: 'What shoppers see beside this text could not be loaded.',
  aroundNotLoaded: 'What shoppers see around this text could not be loaded.',
  preview: 'Preview',
  previewOfShop: 'Preview of the shop',
  width: 'Width',
  look: 'Appearance',
  direction: 'Direction of text',
  pixels: '{width} px',
  light: 'Light',
  dark: 'Dark',
  leftToRight: 'Left to right',
  rightToLeft: 'Right to left',
  openInNewWindow: 'Open in new window',
  windowBlocked: 'The browser did not open a window. Allow pop-ups for this site, then try again.',
  followsEditor: 'Follows what is typed in the editor',
  editorClosed: 'The editor is closed. This is what the editor showed last.',
  nothingToFollow:
    'No editor is open. Open an editor of the shop, and choose “Open in new window” beside its preview.',
})
