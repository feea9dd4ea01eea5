/** The address of the file with the icons, which the build makes. */
declare module 'virtual:icons' {
  const address: string
  export default address
}
