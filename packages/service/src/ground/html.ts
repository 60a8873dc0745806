// Text for HTML that the service writes itself.

/** It is made for text between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The end of a document. */
export const htmlEnd = `</body>
</html>
`;
